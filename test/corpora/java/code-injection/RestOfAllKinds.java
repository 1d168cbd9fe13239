package com.acme.rest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.mongodb.BasicDBObject;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.thoughtworks.xstream.XStream;
import freemarker.template.Configuration;
import freemarker.template.Template;
import jakarta.inject.Inject;
import jakarta.ws.rs.*;
import jakarta.ws.rs.core.*;
import java.io.*;
import java.net.URI;
import java.net.http.*;
import java.util.*;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import org.bson.Document;
import org.hibernate.Session;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import groovy.lang.GroovyShell;
import javax.el.ELProcessor;

@Path("/api")
@Produces(MediaType.APPLICATION_JSON)
public class Api {
    @Inject
    Session session;
    @Inject
    MongoCollection<Document> users;
    private final HttpClient http = HttpClient.newHttpClient();
    private final OkHttpClient ok = new OkHttpClient();

    @GET
    @Path("hql")
    public Object hql(@QueryParam("n") String n, @QueryParam("t") Type t) {
        session.createQuery("from User where name = :n").setParameter("n", n).list(); // ok: sql-injection
        session.createQuery("from User where type = '" + t + "'").list(); // ok: sql-injection
        return session.createQuery("from User where name = '" + n + "'").list(); // expect: sql-injection
    }

    enum Type { A, B }

    @POST
    @Path("mongo")
    public Object mongo(String body, @HeaderParam("X-User") String user) {
        users.find(Filters.eq("name", user)).first(); // ok: nosql-injection
        users.find(new BasicDBObject("$where", "this.name == '" + user + "'")).first(); // expect: nosql-injection
        users.find(new Document("name", user)).first(); // ok: nosql-injection
        return users.find(Document.parse("{name: '" + user + "'}")).first(); // expect: nosql-injection
    }

    @GET
    @Path("tpl")
    @Produces("text/html")
    public String tpl(@QueryParam("t") String t) throws Exception {
        StringWriter out = new StringWriter();
        new Template("x", new StringReader(t), new Configuration(Configuration.VERSION_2_3_32)).process(Map.of(), out); // expect: template-injection
        Velocity.evaluate(new VelocityContext(), out, "x", "Hi " + t); // expect: template-injection
        VelocityContext ctx = new VelocityContext();
        ctx.put("t", t);
        Velocity.evaluate(ctx, new StringWriter(), "x", "Hi $t"); // ok: template-injection
        return "<p>" + t + "</p>"; // expect: xss
    }

    @GET
    @Path("code")
    public Object code(@MatrixParam("e") String e) {
        new GroovyShell().evaluate(e); // expect: code-injection
        new ELProcessor().eval(e); // expect: code-injection
        new SpelExpressionParser().parseExpression("name").getValue(e); // ok: code-injection
        return new SpelExpressionParser().parseExpression(e).getValue(); // expect: code-injection
    }

    @POST
    @Path("deser")
    public Object deser(InputStream body, @Context HttpHeaders headers) {
        new Yaml(new SafeConstructor(new LoaderOptions())).load(body); // ok: unsafe-deserialization
        new XStream().fromXML(body); // expect: unsafe-deserialization
        return new Yaml().load(body); // expect: unsafe-deserialization
    }

    @POST
    @Path("deser2")
    public Object deser2(String body) throws IOException {
        new ObjectMapper().readValue(body, User.class); // ok: unsafe-deserialization
        ObjectMapper poly = new ObjectMapper();
        poly.enableDefaultTyping(); // expect: unsafe-deserialization
        return poly.readValue(body, Object.class);
    }

    record User(String name, int age) {}

    @GET
    @Path("fetch/{id}")
    public Response fetch(@PathParam("id") String id, @QueryParam("u") String u, @Context UriInfo info) throws Exception {
        http.send(HttpRequest.newBuilder(URI.create(u)).build(), HttpResponse.BodyHandlers.ofString()); // expect: ssrf
        http.send(HttpRequest.newBuilder().uri(URI.create("https://api.example.com/" + id)).build(), HttpResponse.BodyHandlers.ofString()); // ok: ssrf
        ok.newCall(new Request.Builder().url(u).build()).execute(); // expect: ssrf
        ok.newCall(new Request.Builder().url("https://api.example.com/" + id).build()).execute(); // ok: ssrf
        NewCookie c = new NewCookie("session", "x"); // expect: insecure-cookie
        return Response.seeOther(URI.create(info.getQueryParameters().getFirst("to"))).cookie(c).build(); // expect: open-redirect
    }

    @GET
    @Path("home")
    public Response home(@QueryParam("tab") String tab) {
        return Response.seeOther(UriBuilder.fromPath("/home").queryParam("tab", tab).build()).build(); // ok: open-redirect
    }
}
