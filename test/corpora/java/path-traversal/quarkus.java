package com.acme.shop;

import io.quarkus.hibernate.orm.panache.PanacheEntity;
import io.quarkus.hibernate.orm.panache.PanacheRepository;
import io.quarkus.panache.common.Sort;
import io.quarkus.qute.Engine;
import io.quarkus.qute.RawString;
import io.quarkus.qute.Template;
import io.quarkus.qute.TemplateInstance;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.pgclient.PgPool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.ws.rs.*;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.WebTarget;
import jakarta.ws.rs.core.*;
import java.io.File;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.RestForm;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.multipart.FileUpload;

@Entity
class Product extends PanacheEntity {
    public String name;
    public String category;

    static List<Product> inCategory(String category) {
        return list("category = '" + category + "'"); // expect: sql-injection
    }

    static List<Product> inCategorySafe(String category) {
        return list("category", Sort.by("name"), category); // ok: sql-injection
    }
}

@ApplicationScoped
class ProductRepository implements PanacheRepository<Product> {
    @Inject EntityManager em;
    @Inject PgPool pg;

    List<Product> named(String name) {
        return find("from Product where name = '" + name + "'").list(); // expect: sql-injection
    }

    List<Product> namedSafe(String name) {
        return find("name = ?1", name).list(); // ok: sql-injection
    }

    List<?> raw(String name) {
        return em.createNativeQuery("select * from product where name like '" + name + "%'").getResultList(); // expect: sql-injection
    }

    Uni<Integer> drop(String name) {
        return pg.query("delete from product where name = '" + name + "'").execute().map(r -> r.rowCount()); // expect: sql-injection
    }

    Uni<Integer> dropSafe(String name) {
        return pg.preparedQuery("delete from product where name = $1").execute(Tuple.of(name)).map(r -> r.rowCount()); // ok: sql-injection
    }
}

class Filter {
    @QueryParam("name") String name;
    @QueryParam("size") int size;
    @HeaderParam("X-Tenant") String tenant;
}

@Path("/products")
@Produces(MediaType.APPLICATION_JSON)
public class QuarkusShop {
    private static final Logger LOG = Logger.getLogger(QuarkusShop.class);
    @Inject ProductRepository repo;
    @Inject Engine engine;
    @Inject Template card;
    @Context UriInfo info;
    @Context HttpHeaders headers;

    @GET
    public List<Product> list(@RestQuery String category) {
        Product.inCategorySafe(category);
        return Product.inCategory(category);
    }

    @GET
    @Path("/{name}")
    public List<Product> named(@RestPath String name) {
        repo.namedSafe(name);
        return repo.named(name);
    }

    @GET
    @Path("/bean")
    public List<?> bean(@BeanParam Filter filter) {
        LOG.infof("tenant %s asks for %d", filter.tenant, filter.size); // expect: log-injection
        LOG.infof("size %d", filter.size); // ok: log-injection
        return repo.raw(filter.name);
    }

    @DELETE
    @Path("/{name}")
    public Uni<Integer> drop(@PathParam("name") String name) {
        return repo.dropSafe(name).chain(n -> repo.drop(name));
    }

    @GET
    @Path("/page")
    @Produces(MediaType.TEXT_HTML)
    public String page() {
        String title = info.getQueryParameters().getFirst("title");
        return "<h1>" + title + "</h1>"; // expect: xss
    }

    @GET
    @Path("/card")
    @Produces(MediaType.TEXT_HTML)
    public TemplateInstance card(@QueryParam("title") String title) {
        return card.data("title", title); // ok: xss
    }

    @GET
    @Path("/rawcard")
    @Produces(MediaType.TEXT_HTML)
    public TemplateInstance rawCard(@QueryParam("title") String title) {
        return card.data("title", new RawString(title)); // expect: xss
    }

    @GET
    @Path("/preview")
    @Produces(MediaType.TEXT_HTML)
    public String preview(@QueryParam("source") String source) {
        return engine.parse(source).render(); // expect: template-injection
    }

    @GET
    @Path("/image/{file}")
    @Produces("image/png")
    public File image(@PathParam("file") String file) {
        return new File("/srv/images", file); // expect: path-traversal
    }

    @GET
    @Path("/thumb/{id: \\d+}")
    @Produces("image/png")
    public InputStream thumb(@PathParam("id") String id) throws Exception {
        return Files.newInputStream(Path.of("/srv/thumbs", id + ".png")); // ok: path-traversal
    }

    @POST
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public void upload(@RestForm("image") FileUpload image) throws Exception {
        Files.move(image.uploadedFile(), Path.of("/srv/images", image.fileName())); // expect: path-traversal
    }

    @GET
    @Path("/proxy")
    public Response proxy(@QueryParam("host") String host) {
        WebTarget target = ClientBuilder.newClient().target("http://" + host + "/status"); // expect: ssrf
        return target.request().get();
    }

    @GET
    @Path("/stock")
    public String stock(@QueryParam("sku") String sku) {
        return ClientBuilder.newClient().target("https://stock.internal/api").path("{sku}").resolveTemplate("sku", sku).request().get(String.class); // ok: ssrf
    }

    @GET
    @Path("/leave")
    public Response leave(@QueryParam("to") String to) {
        return Response.seeOther(URI.create(to)).build(); // expect: open-redirect
    }

    @GET
    @Path("/stay")
    public Response stay(@QueryParam("to") String to) {
        return Response.temporaryRedirect(info.getBaseUriBuilder().path("products").path(to).build()).build(); // ok: open-redirect
    }

    @GET
    @Path("/cookie")
    public Response cookie(@CookieParam("sid") String sid) {
        NewCookie weak = new NewCookie.Builder("sid").value(sid).build(); // expect: insecure-cookie
        NewCookie strong = new NewCookie.Builder("sid").value(sid).secure(true).httpOnly(true).build(); // ok: insecure-cookie
        return Response.ok().cookie(weak, strong).build();
    }
}
