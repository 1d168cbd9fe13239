package com.acme.engines;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.hubspot.jinjava.Jinjava;
import com.thoughtworks.xstream.XStream;
import com.thoughtworks.xstream.security.AnyTypePermission;
import freemarker.cache.StringTemplateLoader;
import freemarker.template.Configuration;
import freemarker.template.Template;
import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import groovy.util.Eval;
import java.beans.XMLDecoder;
import java.io.ByteArrayInputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.directory.DirContext;
import javax.naming.directory.InitialDirContext;
import javax.naming.directory.SearchControls;
import javax.naming.ldap.LdapName;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineManager;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.stream.XMLInputFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamSource;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import ognl.Ognl;
import org.apache.commons.collections4.MapUtils;
import org.apache.commons.jexl3.JexlBuilder;
import org.apache.commons.jexl3.JexlEngine;
import org.apache.commons.jexl3.MapContext;
import org.apache.commons.text.StringSubstitutor;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.Velocity;
import org.dom4j.DocumentHelper;
import org.dom4j.io.SAXReader;
import org.jdom2.input.SAXBuilder;
import org.mvel2.MVEL;
import org.springframework.expression.ExpressionParser;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;
import org.springframework.ldap.core.LdapTemplate;
import org.springframework.ldap.filter.EqualsFilter;
import org.springframework.ldap.support.LdapEncoder;
import org.springframework.web.bind.annotation.*;
import org.thymeleaf.TemplateEngine;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.Constructor;
import org.yaml.snakeyaml.constructor.SafeConstructor;

@RestController
class Engines {
    private final ExpressionParser spel = new SpelExpressionParser();
    private final JexlEngine jexl = new JexlBuilder().create();
    private LdapTemplate ldap;
    private DirContext dir;

    @PostMapping("/calc")
    Object calc(@RequestParam String formula, @RequestParam Map<String, String> all) throws Exception {
        Object a = spel.parseExpression(formula).getValue(); // expect: code-injection
        Object b = spel.parseExpression("price * quantity").getValue(all); // ok: code-injection
        ScriptEngine js = new ScriptEngineManager().getEngineByName("JavaScript");
        Object c = js.eval("var x = " + formula + "; x"); // expect: code-injection
        js.put("formula", formula);
        Object d = js.eval("Number(formula) * 2"); // ok: code-injection
        Object e = new GroovyShell(new Binding(all)).evaluate("return " + formula); // expect: code-injection
        Object f = Eval.me(formula); // expect: code-injection
        Object g = MVEL.eval(formula, all); // expect: code-injection
        Object h = Ognl.getValue(formula, all); // expect: code-injection
        Object i = jexl.createExpression(formula).evaluate(new MapContext()); // expect: code-injection
        Object k = jexl.createScript("1 + 2").execute(null); // ok: code-injection
        int bound = Integer.parseInt(formula);
        return js.eval("Math.max(1, " + bound + ")"); // ok: code-injection
    }

    @PostMapping("/render")
    String render(@RequestParam String template, @RequestParam String name) throws Exception {
        StringWriter out = new StringWriter();
        Velocity.evaluate(new VelocityContext(Map.of("name", name)), out, "tag", template); // expect: template-injection
        Velocity.evaluate(new VelocityContext(Map.of("name", name)), out, "tag", "Hello $name"); // ok: template-injection
        Template t = new Template("t", new StringReader(template), new Configuration(Configuration.VERSION_2_3_32)); // expect: template-injection
        t.process(Map.of("name", name), out);
        StringTemplateLoader loader = new StringTemplateLoader();
        loader.putTemplate("greeting", "Hello ${name} " + template); // expect: template-injection
        String j = new Jinjava().render(template, Map.of("name", name)); // expect: template-injection
        String th = new TemplateEngine().process(template, new org.thymeleaf.context.Context()); // expect: template-injection
        return new StringSubstitutor(Map.of("name", name)).replace("Hello ${name}"); // expect: xss
    }

    @GetMapping("/people")
    Object people(@RequestParam String uid, @RequestParam String ou) throws Exception {
        String filter = "(&(objectClass=person)(uid=" + uid + "))";
        dir.search("ou=people", filter, new SearchControls()); // expect: ldap-injection
        dir.search("ou=people", "(uid={0})", new Object[] {uid}, new SearchControls()); // ok: ldap-injection
        dir.search("ou=people", "(uid=" + LdapEncoder.filterEncode(uid) + ")", new SearchControls()); // ok: ldap-injection
        ldap.search("ou=people", new EqualsFilter("uid", uid).encode(), (Object attrs) -> attrs); // ok: ldap-injection
        ldap.authenticate("ou=" + ou, "(uid=fixed)", "secret"); // expect: ldap-injection
        Context ctx = new InitialContext();
        return ctx.lookup(uid); // expect: code-injection
    }

    @PostMapping("/xml")
    String xml(@RequestBody String body, @RequestParam String id) throws Exception {
        DocumentBuilderFactory plain = DocumentBuilderFactory.newInstance();
        Document doc = plain.newDocumentBuilder().parse(new InputSource(new StringReader(body))); // expect: xxe
        DocumentBuilderFactory hard = DocumentBuilderFactory.newInstance();
        hard.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        Document doc2 = hard.newDocumentBuilder().parse(new InputSource(new StringReader(body))); // ok: xxe
        new SAXReader().read(new StringReader(body)); // expect: xxe
        SAXReader reader = new SAXReader();
        reader.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        reader.read(new StringReader(body)); // ok: xxe
        new SAXBuilder().build(new StringReader(body)); // expect: xxe
        DocumentHelper.parseText(body); // expect: xxe
        XMLInputFactory xif = XMLInputFactory.newFactory();
        xif.createXMLStreamReader(new StringReader(body)); // expect: xxe
        XMLInputFactory safe = XMLInputFactory.newInstance();
        safe.setProperty(XMLInputFactory.SUPPORT_DTD, Boolean.FALSE);
        safe.createXMLEventReader(new StringReader(body)); // ok: xxe
        TransformerFactory.newInstance().newTransformer(new StreamSource(new StringReader(body))); // expect: code-injection
        XPath xpath = XPathFactory.newInstance().newXPath();
        xpath.evaluate("//user[@id='" + id + "']", doc2, XPathConstants.NODE); // expect: xpath-injection
        xpath.setXPathVariableResolver(v -> id);
        return xpath.compile("//user[@id=$id]").evaluate(doc2); // ok: xpath-injection
    }

    @PostMapping("/import")
    Object load(InputStream in, @RequestBody byte[] data, @RequestHeader("X-Yaml") String yaml) throws Exception {
        ObjectInputStream filtered = new ObjectInputStream(new ByteArrayInputStream(data));
        filtered.setObjectInputFilter(ObjectInputFilter.Config.createFilter("com.acme.*;!*"));
        Object o = filtered.readObject(); // ok: unsafe-deserialization
        Object p = new ObjectInputStream(new ByteArrayInputStream(data)).readObject(); // expect: unsafe-deserialization
        Object q = new XMLDecoder(new ByteArrayInputStream(data)).readObject(); // expect: unsafe-deserialization
        XStream xs = new XStream();
        xs.addPermission(AnyTypePermission.ANY);
        Object r = xs.fromXML(yaml); // expect: unsafe-deserialization
        XStream closed = new XStream();
        closed.allowTypes(new Class[] {Engines.class});
        Object s = closed.fromXML(yaml); // ok: unsafe-deserialization
        Object t = new Yaml().load(yaml); // expect: unsafe-deserialization
        Object u = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml); // ok: unsafe-deserialization
        ObjectMapper mapper = new ObjectMapper();
        mapper.enableDefaultTyping(); // expect: unsafe-deserialization
        Object v = mapper.readValue(data, Object.class);
        return JsonMapper.builder().build().readValue(data, Map.class); // ok: unsafe-deserialization
    }

    @PostMapping("/call")
    Object call(@RequestParam String type, @RequestParam String method) throws Exception {
        Class<?> c = Class.forName(type); // expect: unsafe-reflection
        Map<String, Class<?>> known = Map.of("a", String.class);
        Object fresh = known.get(type).getDeclaredConstructor().newInstance(); // ok: unsafe-reflection
        Method m = Engines.class.getMethod(method); // expect: unsafe-reflection
        return m.invoke(this);
    }

    @PostMapping("/unzip")
    void unzip(InputStream body) throws IOException {
        Path dest = Path.of("/srv/unzipped");
        try (ZipInputStream zip = new ZipInputStream(body)) {
            for (ZipEntry e; (e = zip.getNextEntry()) != null; ) {
                Path out = dest.resolve(e.getName()).normalize();
                if (!out.startsWith(dest)) throw new IOException("zip slip");
                Files.copy(zip, out); // ok: path-traversal
            }
        }
    }

    void unzipAll(ZipFile zip) throws IOException {
        var entries = zip.entries();
        while (entries.hasMoreElements()) {
            ZipEntry e = entries.nextElement();
            try (FileOutputStream out = new FileOutputStream("/srv/unzipped/" + e.getName())) { // expect: path-traversal
                zip.getInputStream(e).transferTo(out);
            }
        }
    }
}
