import assert from 'node:assert/strict';
import { fixed, obstacle } from './support.ts';

const servlet = (imports: string, body: string): string => `package a;

${imports}
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

public class A extends HttpServlet {
    private Connection connection;

    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
        ${body}
    }
}
`;

describe('fixes of Java', () => {
  const jdbc = 'import java.sql.Connection;\nimport java.sql.ResultSet;\nimport java.sql.Statement;';

  it('prepares a statement of a local variable where it runs', async () => {
    const text = servlet(
      jdbc,
      `String name = request.getParameter("n");
        Statement s = connection.createStatement();
        ResultSet r = s.executeQuery("SELECT * FROM t WHERE a = '" + name + "'");`,
    );
    const result = await fixed('A.java', text, 'sql-injection');
    assert.ok(
      result.includes(`String name = request.getParameter("n");
        PreparedStatement s = connection.prepareStatement("SELECT * FROM t WHERE a = ?");
        s.setString(1, name);
        ResultSet r = s.executeQuery();`),
      result,
    );
    assert.match(result, /import java\.sql\.PreparedStatement;/);
  });

  it('prepares a statement among the resources of a try', async () => {
    const text = servlet(
      jdbc,
      `String name = request.getParameter("n");
        try (Statement s = connection.createStatement();
                ResultSet r = s.executeQuery("SELECT * FROM t WHERE a = '" + name + "'")) {
            r.next();
        }`,
    );
    const result = await fixed('A.java', text, 'sql-injection');
    assert.match(
      result,
      /try \(PreparedStatement s = prepared\(connection, "SELECT \* FROM t WHERE a = \?", name\);/,
    );
    assert.match(
      result,
      /private static PreparedStatement prepared\(Connection connection, String sql, Object\.\.\. values\)/,
    );
  });

  it('sets the values of a statement that is prepared among the resources of a try', async () => {
    const text = servlet(
      'import java.sql.Connection;\nimport java.sql.PreparedStatement;\nimport java.sql.ResultSet;',
      `String name = request.getParameter("n");
        try (PreparedStatement s = connection.prepareStatement("SELECT * FROM t WHERE a = '" + name + "'");
                ResultSet r = s.executeQuery()) {
            r.next();
        }`,
    );
    const result = await fixed('A.java', text, 'sql-injection');
    assert.match(
      result,
      /try \(PreparedStatement s = prepared\(connection, "SELECT \* FROM t WHERE a = \?", name\);/,
    );
  });

  it('gives a restriction of Hibernate its value with the type', async () => {
    const restricted = (condition: string) =>
      servlet(
        'import java.sql.Connection;\nimport org.hibernate.Session;\nimport org.hibernate.criterion.Restrictions;',
        `Session session = null;
        session.createCriteria(A.class).add(Restrictions.sqlRestriction(${condition})).list();`,
      );
    const result = await fixed(
      'A.java',
      restricted(`"name = '" + request.getParameter("n") + "'"`),
      'sql-injection',
    );
    assert.match(
      result,
      /sqlRestriction\("name = \?", request\.getParameter\("n"\), StandardBasicTypes\.STRING\)/,
    );
    assert.match(result, /import org\.hibernate\.type\.StandardBasicTypes;/);
    const two = restricted(
      `"a = '" + request.getParameter("a") + "' or b = '" + request.getParameter("b") + "'"`,
    );
    await obstacle('A.java', two, 'sql-injection');
  });

  it('gives arguments to a template, and parameters to a query', async () => {
    const spring = servlet(
      'import java.sql.Connection;\nimport org.springframework.jdbc.core.JdbcTemplate;',
      `JdbcTemplate jdbc = new JdbcTemplate();
        jdbc.queryForList("SELECT * FROM t WHERE a = '" + request.getParameter("n") + "'");`,
    );
    assert.match(
      await fixed('A.java', spring, 'sql-injection'),
      /queryForList\("SELECT \* FROM t WHERE a = \?", request\.getParameter\("n"\)\)/,
    );
    const jpa = servlet(
      'import java.sql.Connection;\nimport javax.persistence.EntityManager;',
      `EntityManager em = null;
        String name = request.getParameter("n");
        em.createQuery("FROM T WHERE a = '" + name + "'").getResultList();`,
    );
    assert.match(
      await fixed('A.java', jpa, 'sql-injection'),
      /createQuery\("FROM T WHERE a = :name"\)\.setParameter\("name", name\)\.getResultList\(\)/,
    );
  });

  for (const [vulnClass, imports, before, after] of [
    [
      'command-injection',
      '',
      'Runtime.getRuntime().exec("ping -c 1 " + request.getParameter("h"));',
      'Runtime.getRuntime().exec(new String[] {"ping", "-c", "1", checkedArgument(request.getParameter("h"))});',
    ],
    [
      'xss',
      '',
      'response.getWriter().println("<p>" + request.getParameter("a") + "</p>");',
      'response.getWriter().println("<p>" + escapeHtml(request.getParameter("a")) + "</p>");',
    ],
    [
      'open-redirect',
      '',
      'response.sendRedirect(request.getParameter("next"));',
      'response.sendRedirect(localPath(request.getParameter("next")));',
    ],
    [
      'path-traversal',
      'import java.io.File;',
      'new File("/srv/docs", request.getParameter("f")).delete();',
      'pathWithin("/srv/docs", request.getParameter("f")).toFile().delete();',
    ],
    [
      'weak-hash',
      'import java.security.MessageDigest;',
      'MessageDigest.getInstance("MD5");',
      'MessageDigest.getInstance("SHA-256");',
    ],
    [
      'insecure-cookie',
      'import javax.servlet.http.Cookie;',
      'response.addCookie(new Cookie("session", "v"));',
      'Cookie cookie = new Cookie("session", "v");\n        cookie.setSecure(true);\n        cookie.setHttpOnly(true);\n        response.addCookie(cookie);',
    ],
    [
      'weak-random',
      'import java.util.Random;',
      'String token = "t" + new Random().nextLong();',
      'String token = "t" + new SecureRandom().nextLong();',
    ],
  ] as const) {
    it(`mends ${vulnClass}`, async () => {
      const result = await fixed('A.java', servlet(imports, before), vulnClass);
      assert.ok(result.includes(`        ${after}\n`), result);
    });
  }

  it('hardens the factory of a parser', async () => {
    const text = servlet(
      'import javax.xml.parsers.DocumentBuilderFactory;',
      `DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.newDocumentBuilder().parse(request.getInputStream());`,
    );
    assert.match(
      await fixed('A.java', text, 'xxe'),
      /newInstance\(\);\n {8}factory\.setFeature\("http:\/\/apache\.org\/xml\/features\/disallow-doctype-decl", true\);\n/,
    );
  });

  it('leaves another cipher to a person', async () => {
    const text = servlet('import javax.crypto.Cipher;', 'Cipher.getInstance("DES/CBC/PKCS5Padding");');
    assert.match(await obstacle('A.java', text, 'weak-cipher'), /both sides/);
  });
});
