import assert from 'node:assert/strict';
import { fix, fixed } from './support.ts';

/** Proven changes that a compiler refused, each as it compiles. */
describe('fixes that a compiler looked at', () => {
  const resource = (imports: string, members: string, code: string): string =>
    `package a;\n\nimport jakarta.ws.rs.*;\nimport jakarta.ws.rs.core.Response;\n${imports}\n@Path("/files")\npublic class Files2 {\n${members}    @GET\n    public Response get(@QueryParam("name") String name) throws Exception {\n        return ${code};\n    }\n}\n`;

  it('name the path of the file system in full where the class that annotates has its name', async () => {
    const imports = 'import java.io.File;\n';
    const result = await fixed(
      'Files2.java',
      resource(imports, '', 'Response.ok(new File("/srv/img/" + name)).build()'),
      'path-traversal',
    );
    assert.match(result, /private static java\.nio\.file\.Path pathWithin\(String folder, Object name\)/);
    assert.match(result, / {8}java\.nio\.file\.Path root = Paths\.get\(folder\)/);
    assert.doesNotMatch(result, /import java\.nio\.file\.Path;/);
  });

  it('take the text of a folder that is a path, in a constant, too', async () => {
    const imports = 'import java.nio.file.*;\n';
    const root = '    private static final java.nio.file.Path ROOT = Paths.get("/srv/files");\n\n';
    const result = await fixed(
      'Files2.java',
      resource(imports, root, 'Response.ok(Files.readAllBytes(ROOT.resolve(name))).build()'),
      'path-traversal',
    );
    assert.match(result, /readAllBytes\(pathWithin\(ROOT\.toString\(\), name\)\)/);
    assert.match(result, /private static java\.nio\.file\.Path pathWithin/);
  });

  it('give a parser a name that the method does not have yet', async () => {
    const result = await fixed(
      'A.java',
      `package a;\n\nimport java.io.StringReader;\nimport javax.servlet.http.*;\nimport org.dom4j.io.SAXReader;\n\npublic class A extends HttpServlet {\n    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {\n        String xml = request.getParameter("xml");\n        new SAXReader().read(new StringReader(xml));\n        SAXReader reader = new SAXReader();\n        reader.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);\n        reader.read(new StringReader(xml));\n    }\n}\n`,
      'xxe',
    );
    assert.match(result, / {8}SAXReader xmlReader = new SAXReader\(\);\n {8}xmlReader\.setFeature\(/);
    assert.match(result, /xmlReader\.read\(new StringReader\(xml\)\);\n {8}SAXReader reader = /);
  });

  it('number the values of Panache, after those that are there', async () => {
    const result = await fixed(
      'Fruits.java',
      `package a;\n\nimport io.quarkus.hibernate.orm.panache.PanacheRepository;\nimport jakarta.ws.rs.*;\n\n@Path("/fruits")\npublic class Fruits implements PanacheRepository<Fruit> {\n    @POST\n    public void rename(@QueryParam("name") String name, @QueryParam("id") long id) {\n        update("id = ?1 where name = '" + name + "'", id);\n    }\n\n    @PUT\n    public void all(@QueryParam("name") String name) {\n        update("name = '" + name + "' where id = 1");\n    }\n}\n`,
      'sql-injection',
    );
    assert.match(result, /update\("id = \?1 where name = \?2", id, name\)/);
  });

  it('leave no comma where the only option was', async () => {
    const result = await fixed(
      'tls.js',
      "const tls = require('tls');\ntls.connect(443, 'acme.test', {\n  checkServerIdentity: () => undefined, // all of them\n});\n",
      'tls-verification-disabled',
    );
    assert.match(result, /\{\n {3}\/\/ all of them\n\}\);/);
  });

  const servlet = (body: string): string =>
    `package a;\n\nimport javax.servlet.http.*;\n\npublic class A extends HttpServlet {\n    protected void doGet(HttpServletRequest request, HttpServletResponse response) {\n        ${body}\n    }\n}\n`;

  it('name a cookie so that the method has no other one of the name', async () => {
    const result = await fixed(
      'A.java',
      servlet(
        'Cookie cookie = request.getCookies()[0];\n        response.addCookie(new Cookie("theme", cookie.getValue()));',
      ),
      'insecure-cookie',
    );
    assert.match(result, /Cookie secureCookie = new Cookie\("theme", cookie\.getValue\(\)\);/);
    assert.match(result, /response\.addCookie\(secureCookie\);/);
  });

  it('do not put several statements where a condition holds one', async () => {
    const text = servlet(
      'if (request.getParameter("a") != null) response.addCookie(new Cookie("theme", "dark"));',
    );
    assert.equal((await fix([{ path: 'A.java', text }], 'insecure-cookie')).type, 'none');
  });

  it('hand over one object where a generic method with a function makes the value', async () => {
    const result = await fixed(
      'A.java',
      `package a;\n\nimport java.sql.*;\nimport java.util.function.Function;\nimport javax.servlet.http.*;\n\npublic class A extends HttpServlet {\n    private Connection c;\n\n    private static <A, B> B apply(A value, Function<A, B> how) {\n        return how.apply(value);\n    }\n\n    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n        c.createStatement().executeQuery("SELECT * FROM t WHERE a = '" + apply(request.getParameter("a"), String::toLowerCase) + "'");\n    }\n}\n`,
      'sql-injection',
    );
    assert.match(result, /, \(Object\) apply\(request\.getParameter\("a"\), String::toLowerCase\)\)/);
  });

  it('look at an address as the text that it is cast to', async () => {
    const result = await fixed(
      'A.java',
      `package a;\n\nimport com.fasterxml.jackson.databind.ObjectMapper;\nimport java.net.URL;\nimport java.util.Map;\nimport javax.servlet.http.*;\n\npublic class A extends HttpServlet {\n    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {\n        Map<?, ?> json = new ObjectMapper().readValue(request.getReader().readLine(), Map.class);\n        new URL((String) json.get("callback")).openStream();\n    }\n}\n`,
      'ssrf',
    );
    assert.match(result, /new URL\(allowedAddress\(\(String\) json\.get\("callback"\)\)\)/);
  });
});
