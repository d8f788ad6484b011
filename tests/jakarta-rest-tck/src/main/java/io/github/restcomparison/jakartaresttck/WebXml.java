package io.github.restcomparison.jakartaresttck;

import java.io.IOException;
import java.io.InputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * The description of an application by its web.xml.
 *
 * @param application its class, empty if none is named
 * @param path that the servlet is mapped to, without a slash at its end
 */
record WebXml(String application, String path) {
  /** That of an archive without one. */
  static final WebXml NONE = new WebXml("", "");

  private static final String PARAMETER = "jakarta.ws.rs.Application";

  /**
   * Reads one, and closes it.
   *
   * @throws IOException if it cannot be read
   */
  static WebXml read(InputStream webXml) throws IOException {
    try (webXml) {
      Document document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(webXml);
      NodeList names = document.getElementsByTagName("param-name");
      NodeList values = document.getElementsByTagName("param-value");
      String application = "";
      for (int i = 0; i < names.getLength(); i++) {
        if (PARAMETER.equals(names.item(i).getTextContent().strip())) {
          application = values.item(i).getTextContent().strip();
        }
      }
      NodeList patterns = document.getElementsByTagName("url-pattern");
      String pattern = patterns.getLength() == 0 ? "" : patterns.item(0).getTextContent().strip();
      return new WebXml(application, pattern.replaceFirst("/\\*$", ""));
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException("web.xml is no XML: " + e.getMessage(), e);
    }
  }
}
