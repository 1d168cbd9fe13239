package shop;

import freemarker.template.Configuration;
import freemarker.template.Template;
import java.util.HashMap;
import java.util.Map;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;

public class Notes extends HttpServlet {
  private final Configuration configuration = new Configuration(Configuration.VERSION_2_3_31);
  private final VelocityEngine engine = new VelocityEngine();

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    Map<String, Object> model = new HashMap<>();
    model.put("note", request.getParameter("note"));
    model.put("tags", request.getParameterValues("tag"));
    model.put("title", "Notes");
    Template template = configuration.getTemplate("notes.ftl", "UTF-8");
    template.process(model, response.getWriter());
    configuration.getTemplate("notes.ftlh").process(model, response.getWriter());
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {
    VelocityContext context = new VelocityContext();
    context.put("note", request.getParameter("note"));
    context.put("tags", request.getParameterValues("tag"));
    context.put("title", "Notes");
    org.apache.velocity.Template template = engine.getTemplate("templates/notes.vm");
    template.merge(context, response.getWriter());
  }
}
