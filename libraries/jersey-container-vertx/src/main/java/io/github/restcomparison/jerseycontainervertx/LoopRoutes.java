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

    /** The methods of a root resource that have templates of their own; null if none has. */
    private Node children;

    /** Returns the kinds of all methods that the rest of a path may lead to; 0 if none. */
    int kinds(String path, int from, String method) {
      int literal = literalKinds(path, from, method);
      return literal == 0 ? allKinds(path, from, method) : literal;
    }

    /** Only of a template without variables: it precedes all others but open ones. */
    private int literalKinds(String path, int from, String method) {
      int start = segmentStart(path, from);
      int kinds;
      if (start == path.length()) {
        kinds = methods.getOrDefault(method, 0) | childKinds(path, start, method);
      } else {
        int end = segmentEnd(path, start);
        Node literal = literals.get(segment(path, start, end));
        kinds = literal == null ? 0 : literal.literalKinds(path, end, method);
      }
      return kinds == 0 ? 0 : kinds | openKinds(method);
    }

    private int allKinds(String path, int from, String method) {
      int kinds = openKinds(method) | childKinds(path, from, method);
      int start = segmentStart(path, from);
      if (start == path.length()) {
        return kinds | methods.getOrDefault(method, 0);
      }
      int end = segmentEnd(path, start);
      Node literal = literals.get(segment(path, start, end));
      if (literal != null) {
        kinds |= literal.allKinds(path, end, method);
      }
      return variable == null ? kinds : kinds | variable.allKinds(path, end, method);
    }

    private int openKinds(String method) {
      return open.getOrDefault(method, 0) | open.getOrDefault(ANY_METHOD, 0);
    }

    private int childKinds(String path, int from, String method) {
      return children == null ? 0 : children.kinds(path, from, method);
    }
  }

  private static int segmentStart(String path, int from) {
    int start = Math.min(from, path.length());
    while (start < path.length() && path.charAt(start) == '/') {
      start++;
    }
    return start;
  }

  private static int segmentEnd(String path, int start) {
    int slash = path.indexOf('/', start);
    return slash < 0 ? path.length() : slash;
  }

  /** Without matrix parameters, as Jersey matches it. */
  private static String segment(String path, int start, int end) {
    int matrix = path.indexOf(';', start);
    return path.substring(start, matrix < 0 || matrix > end ? end : matrix);
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
      if (!isOpen && !segment.isEmpty()) {
        node = next(node, segment);
      }
    }
    for (ResourceMethod method : resource.getResourceMethods()) {
      Map<String, Integer> methods = isOpen ? node.open : node.methods;
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
      if (!isOpen && node.children == null) {
        node.children = new Node();
      }
      add(child, isOpen ? node : node.children, isOpen);
    }
  }

  private static Node next(Node node, String segment) {
    if (LITERAL.matcher(segment).matches()) {
      return node.literals.computeIfAbsent(segment, name -> new Node());
    }
    node.variable = node.variable == null ? new Node() : node.variable;
    return node.variable;
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
