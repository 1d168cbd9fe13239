package helpdesk;

import javax.faces.context.ExternalContext;
import javax.faces.context.FacesContext;
import javax.faces.context.ResponseWriter;
import javax.faces.render.Renderer;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.ws.rs.GET;
import javax.ws.rs.Path;
import javax.ws.rs.Produces;
import javax.ws.rs.QueryParam;
import javax.ws.rs.core.MediaType;
import javax.ws.rs.core.Response;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@Path("/tickets")
class TicketResource {
  @GET
  @Path("/page")
  Response page(@QueryParam("title") String title) {
    return Response.ok().type(MediaType.TEXT_HTML).entity(title).build(); // expect: xss
  }

  @GET
  @Path("/late")
  Response late(@QueryParam("title") String title) {
    return Response.ok(title).type(MediaType.TEXT_HTML_TYPE).build(); // expect: xss
  }

  @GET
  @Path("/beside")
  Response beside(@QueryParam("title") String title) {
    return Response.ok(title, "text/html").build(); // expect: xss
  }

  @GET
  @Path("/data")
  Response data(@QueryParam("title") String title) {
    Response.ResponseBuilder builder = Response.status(200).type(MediaType.APPLICATION_JSON);
    return builder.entity(title).build(); // ok: xss
  }

  @GET
  @Path("/plain")
  Response plain(@QueryParam("title") String title) {
    return Response.ok(title).type(MediaType.TEXT_PLAIN).build(); // ok: xss
  }

  @GET
  @Path("/produced")
  @Produces(MediaType.TEXT_HTML)
  Response produced(@QueryParam("title") String title) {
    return Response.ok(title).build(); // expect: xss
  }

  @GET
  @Path("/produced/json")
  @Produces("application/json")
  Response producedData(@QueryParam("title") String title) {
    return Response.ok(title).build(); // ok: xss
  }

  /** Objects become JSON, and headers are no text of the page. */
  @GET
  @Path("/object")
  Response object(@QueryParam("title") String title) {
    return Response.ok(new Ticket(title)).build(); // ok: xss
  }

  @GET
  @Path("/header")
  Response header(@QueryParam("lang") String lang) {
    return Response.ok("saved").header("X-Lang", lang).build(); // expect: header-injection
  }

  record Ticket(String title) {}
}

@RestController
@RequestMapping(produces = "application/json")
class TicketController {
  @GetMapping("/json")
  ResponseEntity<String> json(@RequestParam String title) {
    return ResponseEntity.ok(title); // ok: xss
  }

  @GetMapping(value = "/html", produces = "text/html")
  ResponseEntity<String> html(@RequestParam String title) {
    return ResponseEntity.ok(title); // expect: xss
  }

  @GetMapping(value = "/either", produces = {"text/html", "application/json"})
  ResponseEntity<String> either(@RequestParam String title) {
    return ResponseEntity.ok(title); // expect: xss
  }
}

class ExportServlet extends HttpServlet {
  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
    response.setHeader("Content-Type", "text/plain");
    response.getWriter().print(request.getParameter("title")); // ok: xss
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws java.io.IOException {
    response.setHeader("Content-Type", "text/html");
    response.getWriter().print(request.getParameter("title")); // expect: xss
  }
}

class TitleRenderer extends Renderer {
  void encode(FacesContext context) throws java.io.IOException {
    ExternalContext external = context.getExternalContext();
    ResponseWriter writer = context.getResponseWriter();
    String title = external.getRequestParameterMap().get("title");
    writer.write("<h1>" + title + "</h1>"); // expect: xss
    writer.writeText(title, null); // ok: xss
    external.redirect(external.getRequestParameterMap().get("next")); // expect: open-redirect
  }
}
