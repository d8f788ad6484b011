package io.github.restcomparison.jerseycontainervertx;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.glassfish.jersey.server.model.Resource;
import org.glassfish.jersey.server.model.ResourceMethod;

/**
 * The resource methods that a request may lead to, as far as its path and HTTP method tell before
 * Jersey matches it. Jersey selects one of them by precedence and media types, so a request is for
 * the event loop only if all of them are. This is a node of a tree: what templates have in common
 * up to a segment.
 */
final class LoopRoutes {
  /** Kinds of methods; together, they are 3. */
  static final int LOOP = 1;

  static final int THREAD = 2;
  private static final String ANY_METHOD = "*";

  /** A segment of a template that only the same segment of a request matches. */
  private static final Pattern LITERAL = Pattern.compile("[\\w.~-]+");

  private final Map<String, LoopRoutes> literals = new HashMap<>();

  /** The next segment has a variable; null if none has. */
  private LoopRoutes variable;

  /** Kinds by HTTP method. */
  private final Map<String, Integer> methods = new HashMap<>();

  /** Of all paths from here on: by a locator, or a variable that may match slashes. */
  private final Map<String, Integer> open = new HashMap<>();

  /**
   * Adds the methods of a resource below this node, and of its children.
   *
   * @param isParentOpen whether a template above it may match slashes
   */
  void add(Resource resource, Predicate<ResourceMethod> isForLoop, boolean isParentOpen) {
    LoopRoutes node = this;
    boolean isOpen = isParentOpen;
    String template = resource.getPath() == null ? "" : resource.getPath();
    for (String segment : template.split("/")) {
      isOpen |= segment.contains("{") && segment.contains(":"); // a pattern of its own
      node = isOpen || segment.isEmpty() ? node : node.next(segment);
    }
    Map<String, Integer> kinds = isOpen ? node.open : node.methods;
    for (ResourceMethod method : resource.getResourceMethods()) {
      int kind = isForLoop.test(method) ? LOOP : THREAD;
      kinds.merge(method.getHttpMethod(), kind, (one, other) -> one | other);
      if (method.getHttpMethod().equals("GET")) {
        kinds.merge("HEAD", kind, (one, other) -> one | other);
      }
    }
    if (resource.getResourceLocator() != null) {
      node.open.put(ANY_METHOD, THREAD); // it is called while a request is matched
    }
    for (Resource child : resource.getChildResources()) {
      node.add(child, isForLoop, isOpen);
    }
  }

  private LoopRoutes next(String segment) {
    if (LITERAL.matcher(segment).matches()) {
      return literals.computeIfAbsent(segment, name -> new LoopRoutes());
    }
    variable = variable == null ? new LoopRoutes() : variable;
    return variable;
  }

  /**
   * Returns the kinds of all methods that a request may lead to; 0 if there are none.
   *
   * @param path still encoded
   * @param from where the part below this node begins
   */
  int kinds(String method, String path, int from) {
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
    String segment = path.substring(start, matrix < 0 ? end : Math.min(matrix, end));
    LoopRoutes literal = literals.get(segment);
    if (literal != null) {
      kinds |= literal.kinds(method, path, end);
    }
    return variable == null ? kinds : kinds | variable.kinds(method, path, end);
  }
}
