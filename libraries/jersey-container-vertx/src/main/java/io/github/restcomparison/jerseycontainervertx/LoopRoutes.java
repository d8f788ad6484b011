package io.github.restcomparison.jerseycontainervertx;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;
import org.glassfish.jersey.server.model.ResourceModel;

/**
 * The resource methods that a request may lead to, as far as its path and HTTP method tell before
 * Jersey matches it. Jersey selects one of them by precedence and media types, so a request is for
 * the event loop only if all of them are.
 */
final class LoopRoutes {
  private static final int LOOP = 1;
  private static final int THREAD = 2;
  private static final String ANY_METHOD = "*";

  /** A segment of a template that only the same segment of a request matches. */
  private static final Pattern LITERAL = Pattern.compile("[\\w.~-]+");

  private final Node root = new Node();
  private final Predicate<ResourceMethod> isForLoop;
  private final boolean errorsForLoop;

  /** What templates have in common up to a segment; kinds of methods are by their HTTP method. */
  private static final class Node {
    private final Map<String, Node> literals = new HashMap<>();

    /** The next segment has a variable; null if none has. */
    private Node variable;

    private final Map<String, Integer> methods = new HashMap<>();

    /** Of all paths from here on: by a locator, or a variable that may match slashes. */
    private final Map<String, Integer> open = new HashMap<>();

    Node next(String segment) {
      if (LITERAL.matcher(segment).matches()) {
        return literals.computeIfAbsent(segment, name -> new Node());
      }
      variable = variable == null ? new Node() : variable;
      return variable;
    }

    /** Returns the kinds of all methods that the rest of a path may lead to; 0 if none. */
    int kinds(String path, int from, String method) {
      int kinds = open.getOrDefault(method, 0) | open.getOrDefault(ANY_METHOD, 0);
      int start = from;
      while (start < path.length() && path.charAt(start) == '/') {
        start++;
      }
      if (start >= path.length()) {
        return kinds | methods.getOrDefault(method, 0);
      }
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      int matrix = path.indexOf(';', start); // Jersey matches without matrix parameters
      Node literal = literals.get(path.substring(start, matrix < 0 ? end : Math.min(matrix, end)));
      if (literal != null) {
        kinds |= literal.kinds(path, end, method);
      }
      return variable == null ? kinds : kinds | variable.kinds(path, end, method);
    }
  }

  /**
   * @param isForLoop whether a method runs on the event loop
   * @param errorsForLoop whether a request that leads to no method is for the event loop
   */
  LoopRoutes(ResourceModel model, Predicate<ResourceMethod> isForLoop, boolean errorsForLoop) {
    this.isForLoop = isForLoop;
    this.errorsForLoop = errorsForLoop;
    model.getRootResources().forEach(resource -> add(resource, root, false));
  }

  private void add(Resource resource, Node parent, boolean isParentOpen) {
    Node node = parent;
    boolean isOpen = isParentOpen;
    String template = resource.getPath() == null ? "" : resource.getPath();
    for (String segment : template.split("/")) {
      isOpen |= segment.contains("{") && segment.contains(":"); // a pattern of its own
      node = isOpen || segment.isEmpty() ? node : node.next(segment);
    }
    Map<String, Integer> methods = isOpen ? node.open : node.methods;
    for (ResourceMethod method : resource.getResourceMethods()) {
      int kind = isForLoop.test(method) ? LOOP : THREAD;
      methods.merge(method.getHttpMethod(), kind, (one, other) -> one | other);
      if (method.getHttpMethod().equals("GET")) {
        methods.merge("HEAD", kind, (one, other) -> one | other);
      }
    }
    if (resource.getResourceLocator() != null) {
      node.open.put(ANY_METHOD, THREAD); // it is called while a request is matched
    }
    for (Resource child : resource.getChildResources()) {
      add(child, node, isOpen);
    }
  }

  /**
   * Returns whether a request can be processed on the event loop.
   *
   * @param path still encoded
   * @param from where the application's root ends in it
   */
  boolean isForLoop(String method, String path, int from) {
    int kinds = path.contains("/;") ? THREAD : root.kinds(path, from, method);
    return kinds == LOOP || kinds == 0 && errorsForLoop;
  }
}
