package io.github.restcomparison.jakartaresttck;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Application;
import jakarta.ws.rs.ext.Provider;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.glassfish.jersey.server.ResourceConfig;
import org.jboss.shrinkwrap.api.Archive;
import org.jboss.shrinkwrap.api.ArchivePath;
import org.jboss.shrinkwrap.api.Node;

/** The content of a web archive that matters to Jakarta REST. */
final class ArchiveContent {
  private static final String CLASSES = "/WEB-INF/classes/";
  private static final String CLASS = ".class";

  private final Archive<?> archive;
  private final WebXml webXml;
  private final java.nio.file.Path folder;
  private final URLClassLoader resources;

  private ArchiveContent(
      Archive<?> archive, WebXml webXml, java.nio.file.Path folder, URLClassLoader resources) {
    this.archive = archive;
    this.webXml = webXml;
    this.folder = folder;
    this.resources = resources;
  }

  /**
   * Reads it.
   *
   * @param parent has its classes
   * @throws IOException if the files in it cannot be written to a folder of their own
   */
  static ArchiveContent of(Archive<?> archive, ClassLoader parent) throws IOException {
    java.nio.file.Path folder = Files.createTempDirectory("archive");
    for (Map.Entry<ArchivePath, Node> each : archive.getContent().entrySet()) {
      String path = each.getKey().get();
      if (each.getValue().getAsset() != null && path.startsWith(CLASSES) && !path.endsWith(CLASS)) {
        java.nio.file.Path file = folder.resolve(path.substring(CLASSES.length()));
        Files.createDirectories(file.getParent());
        try (InputStream in = each.getValue().getAsset().openStream()) {
          Files.copy(in, file);
        }
      }
    }
    Node webXml = archive.get("/WEB-INF/web.xml");
    return new ArchiveContent(
        archive,
        webXml == null ? WebXml.NONE : WebXml.read(webXml.getAsset().openStream()),
        folder,
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, parent));
  }

  /** Finds the files of the archive, such as the names of services. */
  ClassLoader resources() {
    return resources;
  }

  /** The start of its paths, as in every web archive. */
  String context() {
    return "/" + archive.getName().replaceFirst("\\.war$", "");
  }

  /** The path of its servlet. */
  String path() {
    return context() + webXml.path();
  }

  /**
   * The application that web.xml names, or the only one in it, made by its server; where that names
   * no classes, all resources and providers in the archive are its.
   *
   * @throws ReflectiveOperationException if it cannot be made
   */
  Application application() throws ReflectiveOperationException {
    Class<? extends Application> type = named();
    ResourceConfig application = application(type);
    return RootPath.IS_NEEDED ? application.register(rootPath(type)) : application;
  }

  private RootPath rootPath(Class<? extends Application> type) {
    ApplicationPath below = type.getAnnotation(ApplicationPath.class);
    String path = path() + "/" + (below == null ? "" : below.value()) + "/";
    return new RootPath(path.replaceAll("/{2,}", "/"));
  }

  @SuppressWarnings("deprecation") // applications of the TCK have singletons
  private ResourceConfig application(Class<? extends Application> type)
      throws ReflectiveOperationException {
    Application application = type.getConstructor().newInstance();
    if (!application.getClasses().isEmpty() || !application.getSingletons().isEmpty()) {
      return ResourceConfig.forApplicationClass(type);
    }
    Set<Class<?>> found =
        classes().stream()
            .filter(
                each ->
                    each.isAnnotationPresent(Path.class)
                        || each.isAnnotationPresent(Provider.class))
            .collect(Collectors.toSet());
    return ResourceConfig.forApplication(application).registerClasses(found);
  }

  private Class<? extends Application> named() throws ClassNotFoundException {
    for (Class<?> each : classes()) {
      if (Application.class.isAssignableFrom(each)
          && (webXml.application().isEmpty() || webXml.application().equals(each.getName()))) {
        return each.asSubclass(Application.class);
      }
    }
    return Application.class;
  }

  private List<Class<?>> classes() throws ClassNotFoundException {
    List<Class<?>> classes = new ArrayList<>();
    for (ArchivePath each : archive.getContent().keySet()) {
      String path = each.get();
      if (path.startsWith(CLASSES) && path.endsWith(CLASS)) {
        String name =
            path.substring(CLASSES.length(), path.length() - CLASS.length()).replace('/', '.');
        classes.add(resources.loadClass(name));
      }
    }
    classes.sort(Comparator.comparing(Class::getName));
    return classes;
  }

  /** Deletes what has been written for it. */
  void close() {
    try (resources;
        Stream<java.nio.file.Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder()).forEach(ArchiveContent::delete);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(java.nio.file.Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
