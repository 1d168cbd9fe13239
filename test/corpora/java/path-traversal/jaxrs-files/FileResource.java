package com.acme.rest;

import jakarta.inject.Inject;
import jakarta.ws.rs.*;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.core.*;
import java.io.*;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.*;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import javax.naming.directory.DirContext;
import javax.naming.directory.SearchControls;
import javax.script.ScriptEngineManager;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.xpath.XPathFactory;
import org.xml.sax.InputSource;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.thoughtworks.xstream.XStream;

@Path("/files")
public class FileResource {
    @Inject
    private DirContext ldap;
    @Context
    private UriInfo uriInfo;
    @Context
    private HttpHeaders headers;

    @GET
    @Path("{name}")
    @Produces(MediaType.APPLICATION_OCTET_STREAM)
    public Response get(@PathParam("name") String name) throws IOException {
        File f = new File("/srv/data", name);
        if (!f.getCanonicalPath().startsWith("/srv/data" + File.separator)) throw new NotFoundException();
        return Response.ok(new FileInputStream(f)).build(); // ok: path-traversal
    }

    @GET
    @Path("raw")
    public Response raw(@QueryParam("name") String name, @BeanParam Paging paging) throws IOException {
        Files.readAllBytes(Paths.get("/srv", paging.sort)); // expect: path-traversal
        return Response.ok(Files.newInputStream(java.nio.file.Path.of("/srv/data/" + name))).build(); // expect: path-traversal
    }

    public static class Paging {
        @QueryParam("sort") public String sort;
        @QueryParam("page") public int page;
    }

    @GET
    @Path("html")
    @Produces("text/html")
    public String html() {
        String q = uriInfo.getQueryParameters().getFirst("q");
        return "<p>" + q + "</p>"; // expect: xss
    }

    @POST
    @Path("xml")
    public void xml(InputStream body) throws Exception {
        DocumentBuilderFactory f = DocumentBuilderFactory.newInstance();
        f.newDocumentBuilder().parse(body); // expect: xxe
        DocumentBuilderFactory g = DocumentBuilderFactory.newInstance();
        g.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        g.newDocumentBuilder().parse(body); // ok: xxe
        XMLInputFactory x = XMLInputFactory.newInstance();
        x.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        x.createXMLStreamReader(body); // ok: xxe
        SAXParserFactory s = SAXParserFactory.newInstance();
        s.newSAXParser().parse(body, new org.xml.sax.helpers.DefaultHandler()); // expect: xxe
    }

    @POST
    @Path("obj")
    public Object obj(String body, @HeaderParam("X-Type") String type) throws Exception {
        new Yaml().load(body); // expect: unsafe-deserialization
        new Yaml(new SafeConstructor(new LoaderOptions())).load(body); // ok: unsafe-deserialization
        new XStream().fromXML(body); // expect: unsafe-deserialization
        ObjectMapper m = new ObjectMapper();
        m.readValue(body, Paging.class); // ok: unsafe-deserialization
        Class.forName(type).getDeclaredConstructor().newInstance(); // expect: unsafe-reflection
        new ScriptEngineManager().getEngineByName("js").eval(body); // expect: code-injection
        return null;
    }

    @GET
    @Path("search")
    public void search(@QueryParam("u") String u, @CookieParam("c") String c, @MatrixParam("m") String m) throws Exception {
        ldap.search("ou=x", "(uid=" + u + ")", new SearchControls()); // expect: ldap-injection
        ldap.search("ou=x", "(uid={0})", new Object[] { u }, new SearchControls()); // ok: ldap-injection
        XPathFactory.newInstance().newXPath().evaluate("//u[@n='" + c + "']", new InputSource("a.xml")); // expect: xpath-injection
        Pattern.compile(m).matcher("abc").find(); // expect: regex-injection
        Pattern.compile(Pattern.quote(m)).matcher("abc").find(); // ok: regex-injection
        new URL(u).openStream(); // expect: ssrf
        HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create("http://" + c)).build(), HttpResponse.BodyHandlers.ofString()); // expect: ssrf
        ClientBuilder.newClient().target(u).request().get(); // expect: ssrf
    }

    @GET
    @Path("go")
    public Response go(@QueryParam("to") String to) {
        return Response.seeOther(URI.create(to)).build(); // expect: open-redirect
    }

    @POST
    @Path("zip")
    public void zip(InputStream in) throws IOException {
        try (ZipInputStream zis = new ZipInputStream(in)) {
            ZipEntry e;
            while ((e = zis.getNextEntry()) != null) {
                Files.copy(zis, Paths.get("/srv/x").resolve(e.getName())); // expect: path-traversal
            }
        }
    }

    @POST
    @Path("zip2")
    public void zip2(InputStream in) throws IOException {
        java.nio.file.Path root = Paths.get("/srv/x");
        try (ZipInputStream zis = new ZipInputStream(in)) {
            for (ZipEntry e = zis.getNextEntry(); e != null; e = zis.getNextEntry()) {
                java.nio.file.Path to = root.resolve(e.getName()).normalize();
                if (!to.startsWith(root)) throw new IOException("outside");
                Files.copy(zis, to); // ok: path-traversal
            }
        }
    }
}
