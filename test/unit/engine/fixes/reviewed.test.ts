import assert from 'node:assert/strict';
import { fix, fixed, obstacle } from './support.ts';

/** Proven changes that a reviewer would have sent back, each as it should be. */
describe('fixes that a reviewer looked at', () => {
  const servlet = (imports: string, body: string): string =>
    `package a;\n\n${imports}\nimport javax.servlet.http.*;\n\npublic class A extends HttpServlet {\n    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n        ${body}\n    }\n}\n`;
  const flask = (imports: string, body: string): string =>
    `from flask import Flask, request\n${imports}\n\napp = Flask(__name__)\n\n\n@app.route("/", methods=["POST"])\ndef view():\n    ${body}\n    return ""\n`;
  const express = (imports: string, body: string): string =>
    `const express = require('express');\n${imports}\nconst app = express();\napp.use(express.json());\napp.get('/', (req, res) => {\n  ${body}\n});\n`;

  it('takes line breaks out of what a cookie is made of, and does not pass on a text for a cookie', async () => {
    const text = servlet(
      '',
      `Cookie cookie = new Cookie("lang", request.getParameter("lang"));\n        cookie.setSecure(true);\n        cookie.setHttpOnly(true);\n        response.addCookie(cookie);`,
    );
    const result = await fixed('A.java', text, 'header-injection');
    assert.match(
      result,
      /new Cookie\("lang", String\.valueOf\(request\.getParameter\("lang"\)\)\.replaceAll\(/,
    );
    assert.match(result, /response\.addCookie\(cookie\);/);
  });

  it('looks elements up with jQuery instead of escaping a selector', async () => {
    const result = await fixed(
      'page.js',
      "const target = new URLSearchParams(location.search).get('at');\n$(target).addClass('on');\n",
      'xss',
    );
    assert.match(result, /\$\(document\)\.find\(target\)\.addClass\('on'\)/);
  });

  it('cleans markup that is meant to be markup, where the project can', async () => {
    const page = (imports: string): string =>
      `${imports}import { marked } from 'marked';\nconst text = new URLSearchParams(location.search).get('md');\ndocument.getElementById('a').innerHTML = marked.parse(text);\n`;
    const result = await fixed('page.js', page("import DOMPurify from 'dompurify';\n"), 'xss');
    assert.match(result, /innerHTML = DOMPurify\.sanitize\(marked\.parse\(text\)\)/);
    assert.match(await obstacle('page.js', page(''), 'xss'), /markup on purpose.*sanitizer/);
  });

  it('escapes where the page is made, and not where others read the value', async () => {
    const text = express('', 'const name = req.query.name;\n  res.locals.name = name;\n  res.send(name);');
    const result = await fixed('app.js', text, 'xss');
    assert.match(result, /const name = req\.query\.name;/);
    assert.match(result, /res\.send\(escapeHtml\(name\)\)/);
  });

  it('leaves a name alone that the file has for something else', async () => {
    const text = flask(
      'from markupsafe import escape',
      'name = request.form["n"]\n    print(escape(name))\n    return "<p>" + name + "</p>"',
    );
    const result = await fixed('app.py', text, 'xss');
    assert.match(result, /return "<p>" \+ (?:html\.)?escape\(name\)/);
    assert.doesNotMatch(result, /from html import escape/);
  });

  it('does not check a token without a key, and names the algorithm where the file does', async () => {
    const read = (body: string): string =>
      `import jwt\nKEY = load()\n\n\ndef sign(user):\n    return jwt.encode({"u": user}, KEY, algorithm="HS256")\n\n\ndef claims(token):\n    ${body}\n`;
    assert.match(
      await obstacle(
        'auth.py',
        read('return jwt.decode(token, options={"verify_signature": False})'),
        'jwt-misuse',
      ),
      /has to be verified with a key/,
    );
    const result = await fixed(
      'auth.py',
      read('return jwt.decode(token, KEY, options={"verify_signature": False})'),
      'jwt-misuse',
    );
    assert.match(
      result,
      /jwt\.decode\(token, KEY, algorithms=\["HS256"\], options=\{"verify_signature": True\}\)/,
    );
  });

  it('takes nothing but the protection’s own part out of a chain', async () => {
    const result = await fixed(
      'Security.java',
      'import org.springframework.security.config.annotation.web.builders.HttpSecurity;\n\nclass Security {\n  void chain(HttpSecurity http) throws Exception {\n    http.logout().disable().csrf().disable();\n  }\n}\n',
      'csrf-disabled',
    );
    assert.match(result, /http\.logout\(\)\.disable\(\);/);
  });

  it('escapes the name of an entry as one, and a filter as a filter', async () => {
    const text = `from flask import Flask, request\nfrom ldap3 import Connection, Server\n\napp = Flask(__name__)\n\n\n@app.route("/")\ndef view():\n    connection = Connection(Server("ldap://a"))\n    connection.search("ou=" + request.args["unit"] + ",dc=a", "(cn=*)")\n    return ""\n`;
    const result = await fixed('app.py', text, 'ldap-injection');
    assert.match(result, /from ldap3\.utils\.dn import escape_rdn/);
    assert.match(result, /"ou=" \+ escape_rdn\(request\.args\["unit"\]\) \+ ",dc=a"/);
  });

  it('keeps blanks in an address of the own site', async () => {
    const result = await fixed(
      'app.py',
      flask('from flask import redirect', 'return redirect(request.form["next"])'),
      'open-redirect',
    );
    assert.doesNotMatch(result, /split\(\)/);
  });

  it('keeps the folders of an archive’s members', async () => {
    const text = flask(
      'import zipfile\nfrom werkzeug.utils import secure_filename',
      'with zipfile.ZipFile(request.files["a"]) as archive:\n        for info in archive.infolist():\n            with open("/srv/out/" + info.filename, "wb") as out:\n                out.write(archive.read(info))',
    );
    const result = await fixed('app.py', text, 'path-traversal');
    assert.match(result, /open\(path_within\("\/srv\/out", info\.filename\), "wb"\)/);
  });

  it('takes no condition for the name of a table', async () => {
    const outcome = await fix(
      [
        {
          path: 'app.js',
          text: express(
            "const db = require('mysql').createConnection({});",
            "db.query('SELECT * FROM orders' + where(req.query.w), () => res.end());",
          ),
        },
      ],
      'sql-injection',
    );
    assert.equal(outcome.type === 'proven' && /sqlName/.test(outcome.candidate.changes[0].after), false);
  });

  it('asks about a key before a merge goes down into what it leads to', async () => {
    const text =
      "const app = require('express')();\nfunction merge(target, source) {\n  for (const key in source) {\n    if (typeof source[key] === 'object' && target[key]) {\n      merge(target[key], source[key]);\n    } else {\n      target[key] = source[key];\n    }\n  }\n}\napp.post('/', (req, res) => {\n  merge({}, req.body);\n  res.end();\n});\n";
    const result = await fixed('app.js', text, 'prototype-pollution');
    assert.match(
      result,
      /for \(const key in source\) \{\n {4}if \(key === '__proto__' .*\) continue;\n {4}if \(typeof/,
    );
  });

  it('asks about every key on the way to what is written', async () => {
    const text =
      "const app = require('express')();\nconst store = {};\napp.post('/', (req, res) => {\n  const { group, key, value } = req.body;\n  const entry = store[group];\n  entry[key] = value;\n  res.end();\n});\n";
    const result = await fixed('app.js', text, 'prototype-pollution');
    assert.match(
      result,
      /if \(group === '__proto__'.*\n {2}const entry = store\[group\];\n {2}if \(key === '__proto__'/,
    );
  });

  it('leaves a digest as it is that others know', async () => {
    const compared = express(
      "const crypto = require('crypto');",
      "if (req.query.token === crypto.createHash('md5').update(req.query.login).digest('hex')) res.end();",
    );
    assert.match(
      await obstacle('app.js', compared, 'weak-hash'),
      /compared with one that was made elsewhere/,
    );
    const published = `const crypto = require('crypto');\nconst fs = require('fs');\nfunction publish(file) {\n  const sum = crypto.createHash('md5').update(fs.readFileSync(file)).digest('hex');\n  fs.writeFileSync(file + '.md5', sum);\n}\nmodule.exports = { publish };\n`;
    assert.match(await obstacle('sums.js', published, 'weak-hash'), /goes by the name of its hash, '\.md5'/);
  });

  it('makes a context for servers where there is one', async () => {
    const text =
      'import ssl\nimport socket\n\n\ndef serve(sock):\n    context = ssl.SSLContext(ssl.PROTOCOL_TLSv1)\n    context.load_cert_chain("server.pem")\n    return context.wrap_socket(sock, server_side=True)\n';
    const result = await fixed('server.py', text, 'weak-cipher');
    assert.match(result, /ssl\.create_default_context\(ssl\.Purpose\.CLIENT_AUTH\)/);
  });

  it('takes letters of every script', async () => {
    const text = express(
      "const xpath = require('xpath');\nconst doc = load();",
      'res.json(xpath.select("//user[@name=\'" + req.query.name + "\']", doc).length);',
    );
    assert.match(
      await fixed('app.js', text, 'xpath-injection'),
      /\/\^\[\\p\{L\}\\p\{N\}_ \.,:@-\]\*\$\/u\.test/,
    );
  });

  it('replaces both sides of a secret at once, and none of a test', async () => {
    const text =
      'import jwt\n\n\ndef sign(user):\n    return jwt.encode({"u": user}, "correct-horse-battery", algorithm="HS256")\n\n\ndef check(token):\n    return jwt.decode(token, "correct-horse-battery", algorithms=["HS256"])\n';
    const result = await fixed('auth.py', text, 'hard-coded-secret');
    assert.doesNotMatch(result, /correct-horse-battery/);
    assert.equal(result.match(/\bJWT_SECRET, algorithm/g)?.length, 2);
    assert.match(await obstacle('tests/test_auth.py', text, 'hard-coded-secret'), /code for tests/);
  });

  it('signs with a key that is there, and does not make one up', async () => {
    const text = (key: string): string =>
      `const jwt = require('jsonwebtoken');\nconst key = process.env.KEY;\nexports.sign = (user) => jwt.sign({ user }, ${key}, { algorithm: 'none' });\n`;
    const result = await fixed('tokens.js', text('key'), 'jwt-misuse');
    assert.match(result, /jwt\.sign\(\{ user \}, key, \{ algorithm: 'HS256' \}\)/);
    assert.match(await obstacle('tokens.js', text("''"), 'jwt-misuse'), /key/);
  });

  it('leaves the choice of versions and ciphers of TLS to the library', async () => {
    const text = (line: string): string =>
      `import ssl\n\ncontext = ssl.create_default_context()\n${line}\nprint(context)\n`;
    const versions = await fixed(
      'tls.py',
      text('context.minimum_version = ssl.TLSVersion.TLSv1'),
      'weak-cipher',
    );
    assert.match(versions, /minimum_version = ssl\.TLSVersion\.TLSv1_2$/m);
    const ciphers = await fixed('tls.py', text('context.set_ciphers("ALL:NULL")'), 'weak-cipher');
    assert.doesNotMatch(ciphers, /set_ciphers/);
  });

  it('cleans markup in JSX where the project can, and escapes the page of a function in the cloud', async () => {
    const page = await fixed(
      'page.jsx',
      "import DOMPurify from 'dompurify';\nimport { marked } from 'marked';\nexport default function Page() {\n  const text = new URLSearchParams(location.search).get('md');\n  return <div dangerouslySetInnerHTML={{ __html: marked.parse(text) }} />;\n}\n",
      'xss',
    );
    assert.match(page, /\{\{ __html: DOMPurify\.sanitize\(marked\.parse\(text\)\) \}\}/);
    const lambda = await fixed(
      'handler.js',
      "exports.handler = async (event) => {\n  const { name } = event.queryStringParameters;\n  return { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: `<p>${name}</p>` };\n};\n",
      'xss',
    );
    assert.match(lambda, /body: `<p>\$\{escapeHtml\(name\)\}<\/p>`/);
  });

  it('takes imports away that nothing uses any more', async () => {
    const result = await fixed(
      'app.py',
      flask('import os\nimport sys', 'os.system("ping " + request.form["h"])'),
      'command-injection',
    );
    assert.doesNotMatch(result, /^import os$/m);
    assert.match(result, /^import subprocess\nimport sys$/m);
    const java = servlet(
      'import java.util.Random;',
      'String token = "" + new Random().nextInt();\n        response.addHeader("X-Token", token);',
    );
    const strong = await fixed('A.java', java, 'weak-random');
    assert.doesNotMatch(strong, /import java\.util\.Random;/);
    assert.match(strong, /import java\.security\.SecureRandom;/);
  });

  it('puts an import into its group', async () => {
    const result = await fixed(
      'app.py',
      'import re\n\nimport paramiko\nfrom flask import Flask, request\n\nfrom .shop import box\n\napp = Flask(__name__)\n\n\n@app.route("/")\ndef view():\n    client = paramiko.SSHClient()\n    if re.search("a", request.args["s"]):\n        client.exec_command("journalctl -u " + request.args["s"])\n    return box()\n',
      'command-injection',
    );
    assert.ok(result.startsWith('import re\nimport shlex\n\nimport paramiko\n'), result);
  });

  it('reads what a command says as before', async () => {
    const result = await fixed(
      'app.py',
      flask('import os', 'return os.popen("id " + request.form["u"]).read()'),
      'command-injection',
    );
    assert.match(
      result,
      /return subprocess\.run\(\["id", request\.form\["u"\]\], stdout=subprocess\.PIPE, text=True\)\.stdout$/m,
    );
  });
});
