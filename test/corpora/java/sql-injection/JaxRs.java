package rest;

import io.quarkus.hibernate.orm.panache.PanacheEntity;
import io.quarkus.hibernate.orm.panache.PanacheRepository;
import io.quarkus.qute.Engine;
import io.quarkus.qute.Template;
import io.quarkus.qute.TemplateInstance;
import io.vertx.mutiny.pgclient.PgPool;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.annotation.security.RolesAllowed;
import jakarta.inject.Inject;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.validation.constraints.Pattern;
import jakarta.ws.rs.*;
import jakarta.ws.rs.client.Client;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.*;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import java.io.File;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.jboss.resteasy.reactive.RestForm;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.multipart.FileUpload;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

@Entity
class Fruit extends PanacheEntity {
    public String name;

    static List<Fruit> byName(String name) {
        return list("name", name); // ok: sql-injection
    }

    static List<Fruit> search(String q) {
        return find("name like '%" + q + "%'").list(); // expect: sql-injection
    }
}

@Path("/fruits")
@Produces(MediaType.APPLICATION_JSON)
public class JaxRs {
    @Inject EntityManager em;
    @Inject DSLContext dsl;
    @Inject PgPool pg;
    @Inject Template card;
    @Inject Engine engine;
    @ConfigProperty(name = "base") String base;
    private static final Logger LOG = Logger.getLogger(JaxRs.class);

    @GET
    public List<Fruit> all(@QueryParam("name") String name, @QueryParam("q") String q, @BeanParam Paging paging) {
        if (q != null) {
            return Fruit.search(q);
        }
        em.createNativeQuery("SELECT * FROM fruit LIMIT " + paging.limit).getResultList(); // ok: sql-injection
        em.createNativeQuery("SELECT * FROM fruit ORDER BY " + paging.sort).getResultList(); // expect: sql-injection
        return Fruit.byName(name);
    }

    @GET
    @Path("/jooq/{name}")
    public String jooq(@PathParam("name") String name, @DefaultValue("1") @QueryParam("n") Integer n) {
        dsl.selectFrom("fruit").where(DSL.field("name").eq(name)).fetch(); // ok: sql-injection
        dsl.selectFrom("fruit").where("name = ?", name).fetch(); // ok: sql-injection
        dsl.selectFrom("fruit").where(DSL.condition("name = '" + name + "'")).fetch(); // expect: sql-injection
        dsl.fetch("SELECT * FROM fruit WHERE n = " + n); // ok: sql-injection
        dsl.resultQuery("SELECT * FROM fruit WHERE name = {0}", DSL.val(name)).fetch(); // ok: sql-injection
        return dsl.fetch("SELECT * FROM fruit WHERE name = '" + name + "'").formatJSON(); // expect: sql-injection
    }

    @GET
    @Path("/reactive")
    public Object reactive(@RestQuery String name) {
        pg.preparedQuery("SELECT * FROM fruit WHERE name = $1").execute(Tuple.of(name)); // ok: sql-injection
        return pg.query("SELECT * FROM fruit WHERE name = '" + name + "'").execute(); // expect: sql-injection
    }

    @POST
    @Path("/upload")
    @Consumes(MediaType.MULTIPART_FORM_DATA)
    public Response upload(@RestForm("file") FileUpload file, @RestForm @Pattern(regexp = "^\\w+$") String folder) throws Exception {
        Files.move(file.uploadedFile(), Path.of("/srv", folder, UUID.randomUUID().toString())); // ok: path-traversal
        Files.move(file.uploadedFile(), Path.of("/srv").resolve(file.fileName())); // expect: path-traversal
        return Response.created(URI.create("/fruits/" + folder)).build();
    }

    @GET
    @Path("/file/{path: .+}")
    public Response file(@RestPath String path, @Context HttpHeaders headers) {
        File f = new File(base, path); // expect: path-traversal
        if (headers.getHeaderString("X-Debug") != null) {
            return Response.ok(f).build();
        }
        return Response.seeOther(URI.create(headers.getHeaderString("Referer"))).build(); // expect: open-redirect
    }

    @GET
    @Path("/hello")
    @Produces(MediaType.TEXT_HTML)
    public String hello(@QueryParam("name") @DefaultValue("you") String name, @CookieParam("lang") String lang) {
        return "<p lang='" + (lang.equals("de") ? "de" : "en") + "'>Hello " + name + "</p>"; // expect: xss
    }

    @GET
    @Path("/text")
    @Produces(MediaType.TEXT_PLAIN)
    public String text(@QueryParam("name") String name) {
        return "Hello " + name; // ok: xss
    }

    @GET
    @Path("/card")
    @Produces(MediaType.TEXT_HTML)
    public TemplateInstance card(@QueryParam("name") String name, @QueryParam("layout") String layout) {
        if (layout != null) {
            return engine.parse(layout).data("name", name); // expect: template-injection
        }
        return card.data("name", name); // ok: template-injection
    }

    @GET
    @Path("/proxy")
    public String proxy(@Context UriInfo info) {
        Client client = ClientBuilder.newClient();
        String target = info.getQueryParameters().getFirst("target");
        client.target("https://api.example.org").path("fruits").queryParam("t", target).request().get(); // ok: ssrf
        return client.target(target).request().get(String.class); // expect: ssrf
    }

    @POST
    @Path("/exec")
    @RolesAllowed("admin")
    public int exec(MultivaluedMap<String, String> form) throws Exception {
        List<String> known = List.of("a", "b");
        String tool = form.getFirst("tool");
        String picked = known.stream().filter(k -> k.equals(tool)).findFirst().orElseThrow();
        Runtime.getRuntime().exec("run " + picked); // ok: command-injection
        String arg = Stream.of(form.getFirst("arg").split(",")).map(String::trim).reduce("", (a, b) -> a + " " + b);
        return Runtime.getRuntime().exec("run " + arg).waitFor(); // expect: command-injection
    }
}

class Paging {
    @QueryParam("limit") int limit;
    @QueryParam("sort") String sort;
}

class FruitRepository implements PanacheRepository<Fruit> {
    void drop(String name) {
        delete("name = ?1", name); // ok: sql-injection
        update("name = '" + name + "' where id = 1"); // expect: sql-injection
    }
}

@Path("/repo")
class RepoResource {
    @Inject FruitRepository fruits;

    @DELETE
    @Path("{name}")
    public void drop(@PathParam("name") String name) {
        fruits.drop(name);
    }
}

@Provider
class Failures implements ExceptionMapper<Exception> {
    @Override
    public Response toResponse(Exception e) {
        return Response.serverError().entity("something failed").build(); // ok: information-exposure
    }
}

@Provider
class Cors implements ContainerResponseFilter {
    @Override
    public void filter(ContainerRequestContext in, ContainerResponseContext out) {
        out.getHeaders().add("Access-Control-Allow-Origin", in.getHeaderString("Origin")); // expect: cors-misconfiguration
        out.getHeaders().add("Access-Control-Allow-Credentials", "true");
    }
}
