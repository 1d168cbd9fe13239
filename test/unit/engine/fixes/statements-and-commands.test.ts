import assert from 'node:assert/strict';
import { fix, fixed, obstacle } from './support.ts';

describe('fixes of commands that are put together elsewhere', () => {
  it('quotes a value where the command is put together for a function that runs it', async () => {
    const result = await fixed(
      'app.py',
      'import subprocess\nfrom flask import Flask, request\n\napp = Flask(__name__)\n\n\ndef sh(command):\n    subprocess.run(command, shell=True)\n\n\n@app.route("/")\ndef view():\n    sh("git log " + request.args["r"])\n    return ""\n',
      'command-injection',
    );
    assert.match(result, /sh\("git log " \+ shlex\.quote\(request\.args\["r"\]\)\)/);
  });

  it('checks it in Java and JavaScript, where nothing quotes', async () => {
    const java = await fixed(
      'A.java',
      'import javax.servlet.http.*;\npublic class A extends HttpServlet {\n  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n    run("git log " + request.getParameter("r"));\n  }\n  private void run(String command) throws Exception {\n    Runtime.getRuntime().exec(command);\n  }\n}\n',
      'argument-injection',
    );
    assert.match(java, /run\("git log " \+ checkedArgument\(request\.getParameter\("r"\)\)\)/);
    const javascript = await fixed(
      'app.js',
      "const app = require('express')();\nconst util = require('util');\nconst run = util.promisify(require('child_process').exec);\napp.get('/', async (req, res) => {\n  await run(`cat ${req.query.f} | wc -l`);\n  res.end();\n});\n",
      'command-injection',
    );
    assert.match(javascript, /run\(`cat \$\{checkedArgument\(req\.query\.f\)\} \| wc -l`\)/);
  });

  it('takes the function that is imported already', async () => {
    const result = await fixed(
      'app.js',
      "const { exec, execFile } = require('child_process');\nconst { promisify } = require('util');\nconst app = require('express')();\nconst run = promisify(exec);\nexecFile('date');\napp.get('/', async (req, res) => {\n  await run('ls ' + req.query.d);\n  res.end();\n});\n",
      'command-injection',
    );
    assert.match(result, /^const \{ execFile \} = require\('child_process'\);/);
    assert.match(result, /promisify\(execFile\)/);
  });

  it('leaves several words in one value to a person', async () => {
    await obstacle(
      'app.js',
      "const app = require('express')();\nconst util = require('util');\nconst run = util.promisify(require('child_process').exec);\napp.get('/', async (req, res) => {\n  await run('rm ' + req.body.files.map((one) => one.name).join(' ') + ' > log');\n  res.end();\n});\n",
      'command-injection',
    );
  });
});

describe('fixes of statements in other libraries', () => {
  const express = (imports: string, body: string): string =>
    `${imports}\nconst app = require('express')();\napp.get('/', async (req, res) => {\n  ${body}\n  res.end();\n});\n`;

  for (const [what, imports, before, after] of [
    [
      'a tagged template of Drizzle',
      "import { drizzle } from 'drizzle-orm/node-postgres';\nimport { sql } from 'drizzle-orm';\nconst db = drizzle('');",
      "await db.execute(sql.raw(`SELECT * FROM t WHERE n = '${req.query.n}' AND p = 'a\\\\b'`));",
      "await db.execute(sql`SELECT * FROM t WHERE n = ${req.query.n} AND p = 'a\\\\b'`);",
    ],
    [
      'values of postgres.js',
      "import postgres from 'postgres';\nconst pg = postgres();",
      "await pg.unsafe(`SELECT * FROM t WHERE n = '${req.query.n}'`);",
      'await pg.unsafe(`SELECT * FROM t WHERE n = $1`, [req.query.n]);',
    ],
    [
      'values of Oracle’s client',
      "import oracledb from 'oracledb';\nconst connection = await oracledb.getConnection();",
      "await connection.execute('SELECT * FROM t WHERE n = ' + req.query.n + ' AND m = ' + req.query.m);",
      "await connection.execute('SELECT * FROM t WHERE n = :1 AND m = :2', [req.query.n, req.query.m]);",
    ],
  ] as const) {
    it(what, async () => {
      const result = await fixed('app.mjs', express(imports, before), 'sql-injection');
      assert.ok(result.includes(after), result);
    });
  }

  it('checks names where it is not known which database there is', async () => {
    const text =
      "export class Users {\n  constructor(client) { this.client = client; }\n  all(sort) { return this.client.query('SELECT * FROM users ORDER BY ' + sort); }\n}\nconst app = require('express')();\nconst users = new Users(require('pg').Pool ? undefined : undefined);\napp.get('/', (req, res) => res.json(users.all(req.query.sort)));\n";
    const outcome = await fix([{ path: 'users.js', text }], 'sql-injection');
    assert.equal(outcome.type, 'proven');
    if (outcome.type === 'proven')
      assert.match(outcome.candidate.changes[0].after, /ORDER BY ' \+ sqlName\(sort\)/);
  });

  const controller = {
    path: 'Users.java',
    text: 'import org.springframework.web.bind.annotation.*;\n@RestController\npublic class Users {\n  private UserMapper users;\n  @GetMapping("/")\n  public Object find(@RequestParam String name, @RequestParam String mail) {\n    return users.find(name, mail);\n  }\n}\n',
  };
  const mapper = (statement: string) => ({
    path: 'UserMapper.java',
    text: `import java.util.List;\nimport org.apache.ibatis.annotations.*;\npublic interface UserMapper {\n  @Select("${statement}")\n  List<String> find(@Param("name") String name, @Param("mail") String mail);\n}\n`,
  });
  it('binds what a mapper of MyBatis writes into its statement', async () => {
    const outcome = await fix(
      [mapper("SELECT * FROM users WHERE name = '${name}' AND mail LIKE '%${mail}%'"), controller],
      'sql-injection',
    );
    assert.equal(outcome.type, 'proven', JSON.stringify(outcome));
    if (outcome.type !== 'proven') return;
    assert.match(
      outcome.candidate.changes[0].after,
      /@Select\("SELECT \* FROM users WHERE name = #\{name\} AND mail LIKE CONCAT\('%', #\{mail\}, '%'\)"\)/,
    );
  });
  it('does not take a column of a mapper for a value', async () => {
    const outcome = await fix([mapper('SELECT * FROM users ORDER BY ${name}'), controller], 'sql-injection');
    assert.equal(outcome.type, 'none');
    assert.match(outcome.type === 'none' ? outcome.reason : '', /cannot be bound/);
  });

  const servlet = (body: string, members = ''): string =>
    `import java.sql.*;\nimport java.io.StringReader;\nimport javax.servlet.http.*;\nimport javax.xml.parsers.*;\nimport org.xml.sax.InputSource;\nimport org.springframework.jdbc.core.JdbcTemplate;\npublic class A extends HttpServlet {\n  private Connection connection;\n  private JdbcTemplate jdbc;\n  protected void doPost(HttpServletRequest request, HttpServletResponse response) throws Exception {\n    ${body}\n  }\n${members}}\n`;
  it('prepares a statement that is run at once', async () => {
    const result = await fixed(
      'A.java',
      servlet(
        `connection.prepareStatement("DELETE FROM t WHERE a = '" + request.getParameter("a") + "'").execute();`,
      ),
      'sql-injection',
    );
    assert.match(
      result,
      /prepared\(connection, "DELETE FROM t WHERE a = \?", request\.getParameter\("a"\)\)\.execute\(\);/,
    );
  });
  it('runs a statement of Spring’s template by the method that takes values', async () => {
    const result = await fixed(
      'A.java',
      servlet(`jdbc.execute("DELETE FROM t WHERE a = '" + request.getParameter("a") + "'");`),
      'sql-injection',
    );
    assert.match(result, /jdbc\.update\("DELETE FROM t WHERE a = \?", request\.getParameter\("a"\)\);/);
  });
  it('names a factory of parsers that nothing named, to harden it', async () => {
    const result = await fixed(
      'A.java',
      servlet(
        'DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(request.getParameter("x"))));',
      ),
      'xxe',
    );
    assert.match(
      result,
      /DocumentBuilderFactory factory = DocumentBuilderFactory\.newInstance\(\);\n {4}factory\.setFeature\(".*disallow-doctype-decl", true\);\n {4}factory\.newDocumentBuilder\(\)\.parse\(/,
    );
  });
  it('hardens the factory, and not the parser that was made with it in one go', async () => {
    const result = await fixed(
      'A.java',
      servlet(
        'SAXParser parser = SAXParserFactory.newInstance().newSAXParser();\n    parser.parse(request.getInputStream(), new org.xml.sax.helpers.DefaultHandler());',
      ),
      'xxe',
    );
    assert.match(
      result,
      /factory\.setFeature\(".*", true\);\n {4}SAXParser parser = factory\.newSAXParser\(\);/,
    );
  });
  it('checks what is no text as well, in a way that compiles', async () => {
    const result = await fixed(
      'A.java',
      servlet(
        'int count = 3;\n    Runtime.getRuntime().exec("ping -c " + count + " " + request.getParameter("h"));',
      ),
      'command-injection',
    );
    assert.match(result, /checkedArgument\(Object value\)/);
  });
  it('takes the value of a header for the address, and never its name', async () => {
    const result = await fixed(
      'A.java',
      'import org.springframework.http.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\npublic class A {\n  @GetMapping("/")\n  public ResponseEntity<Void> leave(@RequestParam String to) {\n    HttpHeaders headers = new HttpHeaders();\n    headers.add("Location", to);\n    return new ResponseEntity<>(headers, HttpStatus.FOUND);\n  }\n}\n',
      'open-redirect',
    );
    assert.match(result, /headers\.add\("Location", localPath\(to\)\)/);
  });
  it('puts a method into an interface where the code stands in one', async () => {
    const result = await fixed(
      'Tables.java',
      'import java.sql.*;\nimport javax.servlet.http.*;\npublic interface Tables {\n  default ResultSet all(HttpServletRequest request, Statement s) throws SQLException {\n    return s.executeQuery("SELECT * FROM t ORDER BY " + request.getParameter("by") + " " + request.getParameter("way"));\n  }\n}\n',
      'sql-injection',
    );
    assert.match(
      result,
      /sqlName\(request\.getParameter\("by"\)\) \+ " " \+ sqlName\(request\.getParameter\("way"\)\)/,
    );
    assert.match(result, /private static String sqlName\(Object name\) \{[\s\S]*\n\}\n$/);
  });
});
