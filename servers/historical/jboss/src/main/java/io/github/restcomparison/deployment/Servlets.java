package io.github.restcomparison.deployment;

import io.github.restcomparison.jboss.WebApplication;
import io.github.restcomparison.servicekit.Endpoint;
import io.github.restcomparison.servlets.BlockingServlet;
import io.github.restcomparison.servlets.HealthServlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/** Puts the servlets in when WildFly has deployed the application; runs in its class loader. */
public final class Servlets implements ServletContextListener {

  @Override
  public void contextInitialized(ServletContextEvent event) {
    ServletContext context = event.getServletContext();
    BlockingServlet servlet = new BlockingServlet(WebApplication.waitOfRequests());
    context.addServlet("resource", servlet).addMapping(Endpoint.RESOURCE);
    context.addServlet("health", new HealthServlet()).addMapping(Endpoint.HEALTH);
    WebApplication.deployed(servlet.requests());
  }
}
