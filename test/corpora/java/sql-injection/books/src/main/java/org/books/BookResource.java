package org.books;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManager;
import jakarta.ws.rs.*;
import jakarta.ws.rs.core.*;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.MultipartForm;
import org.jboss.resteasy.reactive.RestForm;
import org.jboss.resteasy.reactive.multipart.FileUpload;

@Path("/books")
@Produces(MediaType.APPLICATION_JSON)
public class BookResource {
  private static final Logger LOG = Logger.getLogger(BookResource.class);

  @Inject EntityManager em;

  @ConfigProperty(name = "books.dir")
  String dir;

  @GET
  public List<Book> all(@QueryParam("where") String where, @QueryParam("author") String author) {
    if (author != null) {
      return Book.byAuthor(author);
    }
    return Book.search(where);
  }

  @GET
  @Path("/native")
  public List<?> nativeSearch(@QueryParam("t") String t) {
    em.createNativeQuery("select * from Book where title = :t").setParameter("t", t); // ok: sql-injection
    return em.createNativeQuery("select * from Book where title = '" + t + "'").getResultList(); // expect: sql-injection
  }

  @GET
  @Path("/{id}")
  public Book one(@PathParam("id") Long id, @HeaderParam("X-Trace") String trace) {
    LOG.infof("trace %s", trace); // expect: log-injection
    LOG.infof("book %d", id); // ok: log-injection
    return em.createQuery("from Book b where b.id = " + id, Book.class).getSingleResult(); // ok: sql-injection
  }

  @GET
  @Path("/cover/{name}")
  @Produces("image/png")
  public byte[] cover(@PathParam("name") String name) throws Exception {
    return Files.readAllBytes(java.nio.file.Path.of(dir, name)); // expect: path-traversal
  }

  @GET
  @Path("/html")
  @Produces(MediaType.TEXT_HTML)
  public String html(@QueryParam("q") String q) {
    return "<h1>" + q + "</h1>"; // expect: xss
  }

  @GET
  @Path("/text")
  @Produces(MediaType.TEXT_PLAIN)
  public String text(@QueryParam("q") String q) {
    return "You searched " + q; // ok: xss
  }

  @GET
  @Path("/go")
  public Response go(@QueryParam("to") String to, @Context UriInfo info) {
    if (to.startsWith("/") && !to.startsWith("//")) {
      return Response.seeOther(URI.create(to)).build(); // ok: open-redirect
    }
    return Response.temporaryRedirect(URI.create(to)).build(); // expect: open-redirect
  }

  @POST
  @Consumes(MediaType.MULTIPART_FORM_DATA)
  public void upload(@RestForm("file") FileUpload file, @BeanParam Paging paging) throws Exception {
    Files.copy(file.uploadedFile(), java.nio.file.Path.of(dir).resolve(file.fileName())); // expect: path-traversal
    em.createNativeQuery("select * from Book order by " + paging.sort); // expect: sql-injection
    em.createNativeQuery("select * from Book limit " + paging.size); // ok: sql-injection
  }

  public static class Paging {
    @QueryParam("sort") String sort;

    @QueryParam("size")
    @DefaultValue("20")
    int size;
  }
}
