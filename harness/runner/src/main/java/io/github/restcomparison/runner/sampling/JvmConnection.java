package io.github.restcomparison.runner.sampling;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Connects to JVMs of this host over JMX, by process id. */
final class JvmConnection {
  /** A JVM that is short of memory collects garbage continuously and does not answer. */
  private static final long RESPONSE_TIMEOUT_MS = 10_000;

  static {
    // Read by the JDK's RMI when it connects; by default a call waits forever.
    System.setProperty("sun.rmi.transport.tcp.responseTimeout", Long.toString(RESPONSE_TIMEOUT_MS));
  }

  private JvmConnection() {}

  /**
   * Attaches to a JVM of the same user.
   *
   * @throws IOException if the JVM cannot be attached to
   */
  static JMXConnector to(long pid) throws IOException {
    try {
      VirtualMachine jvm = VirtualMachine.attach(Long.toString(pid));
      try {
        return JMXConnectorFactory.connect(new JMXServiceURL(jvm.startLocalManagementAgent()));
      } finally {
        jvm.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IOException("cannot attach to process " + pid + ": " + e.getMessage(), e);
    }
  }
}
