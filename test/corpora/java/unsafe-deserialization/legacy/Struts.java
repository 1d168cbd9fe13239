package misc;

import com.opensymphony.xwork2.ActionSupport;
import org.apache.struts2.interceptor.ServletRequestAware;
import javax.servlet.http.HttpServletRequest;
import org.apache.commons.text.StringSubstitutor;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import com.google.gson.Gson;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.auth0.jwt.JWT;
import com.auth0.jwt.algorithms.Algorithm;
import io.jsonwebtoken.Jwts;
import org.bson.Document;
import com.mongodb.client.MongoCollection;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.util.ContentCachingRequestWrapper;
import org.springframework.ui.Model;
import javax.crypto.Cipher;
import javax.crypto.spec.*;
import javax.net.ssl.*;
import java.security.*;
import java.security.cert.X509Certificate;
import java.io.*;
import java.nio.file.*;
import java.sql.*;
import java.util.*;
import java.util.concurrent.ThreadLocalRandom;
import java.beans.XMLDecoder;
import javax.xml.transform.*;
import javax.xml.transform.stream.*;
import org.xml.sax.XMLReader;
import org.xml.sax.helpers.XMLReaderFactory;
import org.jdom2.input.SAXBuilder;
import org.dom4j.io.SAXReader;
import groovy.lang.GroovyShell;
import ognl.Ognl;
import org.mvel2.MVEL;
import org.thymeleaf.TemplateEngine;
import org.thymeleaf.context.Context;

public class Struts extends ActionSupport {
    private static final Logger log = LogManager.getLogger();
    private String name;
    private Connection con;

    public void setName(String name) { this.name = name; }

    public String execute() throws Exception {
        con.createStatement().executeQuery("SELECT * FROM t WHERE n = '" + name + "'"); // expect: sql-injection
        return SUCCESS;
    }

    @RestController
    static class Api {
        MongoCollection<Document> col;
        ObjectMapper mapper = new ObjectMapper();
        TemplateEngine engine;

        @PostMapping("/a")
        String a(@RequestBody String body, @RequestParam Map<String, String> all, @RequestParam List<String> tags, @CookieValue("c") String c) throws Exception {
            col.find(Document.parse("{ n: '" + all.get("n") + "' }")); // expect: nosql-injection
            col.find(new Document("n", all.get("n"))); // ok: nosql-injection
            new GroovyShell().evaluate(body); // expect: code-injection
            Ognl.getValue(body, new Object()); // expect: code-injection
            MVEL.eval(body); // expect: code-injection
            engine.process(body, new Context()); // expect: template-injection
            new XMLDecoder(new ByteArrayInputStream(body.getBytes())).readObject(); // expect: unsafe-deserialization
            mapper.enableDefaultTyping(); // expect: unsafe-deserialization
            mapper.readValue(body, Object.class);
            new Gson().fromJson(body, Map.class); // ok: unsafe-deserialization
            new SAXBuilder().build(new StringReader(body)); // expect: xxe
            new SAXReader().read(new StringReader(body)); // expect: xxe
            XMLReader r = XMLReaderFactory.createXMLReader();
            r.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
            r.parse(new org.xml.sax.InputSource(new StringReader(body))); // ok: xxe
            TransformerFactory.newInstance().newTransformer(new StreamSource(new StringReader(body))); // expect: code-injection
            JWT.decode(c).getSubject(); // expect: jwt-misuse
            JWT.require(Algorithm.HMAC256(System.getenv("K"))).build().verify(c); // ok: jwt-misuse
            for (String tag : tags) {
                log.info("tag " + tag); // expect: log-injection
            }
            log.info("count {}", tags.size()); // ok: log-injection
            String id = all.getOrDefault("id", "1");
            if (!id.matches("\\d+")) throw new IllegalArgumentException();
            try (Statement s = DriverManager.getConnection("jdbc:x").createStatement()) {
                s.execute("DELETE FROM t WHERE id = " + id); // ok: sql-injection
                s.execute("DELETE FROM t WHERE tag IN ('" + String.join("','", tags) + "')"); // expect: sql-injection
            }
            return "ok";
        }

        @GetMapping("/view")
        String view(@RequestParam String section) {
            return "user/" + section + "/welcome"; // expect: xss
        }
    }

    void crypto() throws Exception {
        Cipher.getInstance("DES"); // expect: weak-cipher
        Cipher.getInstance("RSA/ECB/OAEPWithSHA-256AndMGF1Padding"); // ok: weak-cipher
        Cipher.getInstance("AES"); // expect: weak-cipher
        new IvParameterSpec(new byte[16]); // expect: weak-cipher
        KeyPairGenerator g = KeyPairGenerator.getInstance("RSA");
        g.initialize(1024); // expect: weak-cipher
        MessageDigest.getInstance("MD2"); // expect: weak-hash
        String token = String.valueOf(ThreadLocalRandom.current().nextInt()); // expect: weak-random
        String otp = String.valueOf(new SecureRandom().nextInt(1000000)); // ok: weak-random
        double jitter = Math.random() * 100; // ok: weak-random
        String password = "Sup3rS3cret!"; // expect: hard-coded-secret
        DriverManager.getConnection("jdbc:mysql://db/x", "root", "toor-Pass-9"); // expect: hard-coded-secret
        TrustManager[] all = { new X509TrustManager() {
            public void checkClientTrusted(X509Certificate[] c, String a) {}
            public void checkServerTrusted(X509Certificate[] c, String a) {} // expect: tls-verification-disabled
            public X509Certificate[] getAcceptedIssuers() { return null; }
        } };
        SSLContext.getInstance("SSLv3"); // expect: weak-cipher
        File.createTempFile("x", ".tmp"); // ok: insecure-temporary-file
    }
}
