package io.github.restcomparison.gatling;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.prefs.AbstractPreferences;
import java.util.prefs.Preferences;
import java.util.prefs.PreferencesFactory;

/**
 * Preferences in memory, which {@code jvm.options} names to {@link Preferences}. Gatling looks for
 * its newest version unless its preferences have a recent check: these always have one. Preferences
 * of the user are neither read nor written.
 */
public final class MemoryPreferences implements PreferencesFactory {
  private static final Preferences ROOT = new Node(null, "");

  static {
    ROOT.node("/io/gatling/latestVersion").putLong("lastCheckTimestamp", Long.MAX_VALUE);
  }

  /** The JDK creates it by its name. */
  public MemoryPreferences() {}

  @Override
  public Preferences userRoot() {
    return ROOT;
  }

  @Override
  public Preferences systemRoot() {
    return ROOT;
  }

  /** A node, whose superclass keeps its children. */
  private static final class Node extends AbstractPreferences {
    private final Map<String, String> values = new ConcurrentHashMap<>();

    Node(Node parent, String name) {
      super(parent, name);
    }

    @Override
    protected void putSpi(String key, String value) {
      values.put(key, value);
    }

    @Override
    protected String getSpi(String key) {
      return values.get(key);
    }

    @Override
    protected void removeSpi(String key) {
      values.remove(key);
    }

    @Override
    protected void removeNodeSpi() {
      values.clear();
    }

    @Override
    protected String[] keysSpi() {
      return values.keySet().toArray(String[]::new);
    }

    @Override
    protected String[] childrenNamesSpi() {
      return new String[0];
    }

    @Override
    protected AbstractPreferences childSpi(String name) {
      return new Node(this, name);
    }

    @Override
    protected void syncSpi() {}

    @Override
    protected void flushSpi() {}
  }
}
