import assert from 'node:assert/strict';
import { fixed, obstacle } from './support.ts';

const handler = (imports: string, line: string, more = ''): string =>
  `const express = require('express');\n${imports}\nconst app = express();\n\napp.get('/', (req, res) => {\n  ${line}\n});\n${more}`;

describe('fixes of JavaScript', () => {
  const mysql = "const mysql = require('mysql');\nconst db = mysql.createConnection({});";

  for (const [what, before, after] of [
    [
      'a quoted value',
      `db.query("SELECT * FROM t WHERE a = '" + req.query.a + "'", done);`,
      `db.query("SELECT * FROM t WHERE a = ?", [req.query.a], done);`,
    ],
    [
      'a template',
      'db.query(`SELECT * FROM t WHERE a = ${req.query.a} AND b = 1`);',
      'db.query(`SELECT * FROM t WHERE a = ? AND b = 1`, [req.query.a]);',
    ],
    [
      'a pattern',
      "db.query(`SELECT * FROM t WHERE a LIKE '%${req.query.a}%'`);",
      'db.query(`SELECT * FROM t WHERE a LIKE ?`, [`%${req.query.a}%`]);',
    ],
    [
      'a limit',
      'db.query(`SELECT * FROM t LIMIT ${req.query.n}`);',
      'db.query(`SELECT * FROM t LIMIT ?`, [Number(req.query.n)]);',
    ],
    [
      'a value among others',
      "db.query('SELECT * FROM t WHERE a = ? AND b = ' + req.query.b, [1]);",
      "db.query('SELECT * FROM t WHERE a = ? AND b = ?', [1, req.query.b]);",
    ],
    [
      'a value before others',
      "db.query('SELECT * FROM t WHERE b = ' + req.query.b + ' AND a = ?', [1]);",
      "db.query('SELECT * FROM t WHERE b = ? AND a = ?', [req.query.b, 1]);",
    ],
    [
      'options',
      "db.query({ sql: 'SELECT * FROM t WHERE a = ' + req.query.a, timeout: 4 });",
      "db.query({ sql: 'SELECT * FROM t WHERE a = ?', timeout: 4, values: [req.query.a] });",
    ],
  ] as const) {
    it(`binds ${what}`, async () => {
      const text = handler(mysql, before);
      const result = await fixed('app.js', text, 'sql-injection');
      assert.equal(
        result,
        text.replace(before, () => after),
      );
    });
  }

  it('counts places as PostgreSQL does', async () => {
    const text = handler(
      "const { Pool } = require('pg');\nconst db = new Pool();",
      "db.query('SELECT * FROM t WHERE a = $1 AND b = ' + req.query.b, [1]);",
    );
    assert.match(
      await fixed('app.js', text, 'sql-injection'),
      /a = \$1 AND b = \$2', \[1, req\.query\.b\]\)/,
    );
  });

  it('binds what a local name was given, line by line', async () => {
    const text = handler(
      mysql,
      "const sql = 'SELECT * FROM t ' +\n    \"WHERE a = '\" + req.query.a + \"' \" +\n    'ORDER BY a';\n  db.query(sql);",
    );
    const result = await fixed('app.js', text, 'sql-injection');
    assert.ok(
      result.includes(
        "const sql = 'SELECT * FROM t ' +\n    \"WHERE a = ? \" +\n    'ORDER BY a';\n  db.query(sql, [req.query.a]);",
      ),
      result,
    );
  });

  it('checks the name of a column, which cannot be bound', async () => {
    const result = await fixed(
      'app.js',
      handler(mysql, 'db.query(`SELECT * FROM t ORDER BY ${req.query.sort}`);'),
      'sql-injection',
    );
    assert.match(result, /ORDER BY \$\{sqlName\(req\.query\.sort\)\}`/);
    assert.match(result, /function sqlName\(name\) \{/);
  });

  it('says so when a whole condition is put in', async () => {
    const reason = await obstacle(
      'app.js',
      handler(mysql, "db.query('SELECT * FROM t WHERE ' + req.query.where);"),
      'sql-injection',
    );
    assert.match(reason, /condition/);
  });

  it('runs a program with a list of arguments, and renames the import', async () => {
    const text = handler(
      "const { exec } = require('child_process');",
      "exec('ping -c 1 ' + req.query.host, (error, out) => res.json(out));",
    );
    const result = await fixed('app.js', text, 'command-injection');
    assert.match(result, /const \{ execFile \} = require\('child_process'\);/);
    assert.match(result, /execFile\('ping', \['-c', '1', req\.query\.host\], \(error, out\)/);
  });

  it('keeps the import of exec where something else uses it', async () => {
    const text = handler(
      "const { exec } = require('child_process');\nexec('date');",
      'exec(`ls ${req.query.dir}`);',
    );
    const result = await fixed('app.js', text, 'command-injection');
    assert.match(result, /const \{ exec, execFile \} = require/);
    assert.match(result, /execFile\('ls', \[req\.query\.dir\]\)/);
  });

  it('checks what is put into a command that needs its shell, and says when the program itself is chosen', async () => {
    const imports = "const { exec } = require('child_process');";
    assert.match(
      await fixed(
        'app.js',
        handler(imports, "exec('cat ' + req.query.f + ' | wc -l');"),
        'command-injection',
      ),
      /exec\('cat ' \+ checkedArgument\(req\.query\.f\) \+ ' \| wc -l'\)/,
    );
    assert.match(
      await obstacle('app.js', handler(imports, 'exec(req.query.cmd);'), 'command-injection'),
      /whole command/,
    );
  });

  it('escapes what becomes markup, with what the project has for it', async () => {
    const text = handler('', "res.send('<h1>' + req.query.name + '</h1>');");
    const manifest = { path: 'package.json', text: '{ "dependencies": { "escape-html": "1" } }' };
    const own = await fixed('app.js', text, 'xss');
    assert.ok(own.includes("  res.send('<h1>' + escapeHtml(req.query.name) + '</h1>');\n"), own);
    const shared = await fixed('app.js', text, 'xss', [manifest]);
    assert.match(shared, /const (\w+) = require\('escape-html'\);/);
    assert.match(shared, /'<h1>' \+ \w+\(req\.query\.name\) \+/);
  });

  it('does not escape for HTML inside a script', async () => {
    const reason = await obstacle(
      'app.js',
      handler('', "res.send('<script>var a = \"' + req.query.a + '\"</script>');"),
      'xss',
    );
    assert.match(reason, /inside a script/);
  });

  it('sets text where markup was set', async () => {
    const result = await fixed(
      'page.js',
      'const q = new URLSearchParams(location.search);\ndocument.body.innerHTML = q.get("a");\n',
      'xss',
    );
    assert.match(result, /document\.body\.textContent = q\.get\("a"\)/);
  });

  it('keeps a path in its folder', async () => {
    const text = handler(
      "const fs = require('fs');",
      "fs.readFile('/srv/docs/' + req.query.f + '.txt', () => {});",
    );
    const result = await fixed('app.js', text, 'path-traversal');
    assert.match(
      result,
      /fs\.readFile\(pathWithin\('\/srv\/docs', req\.query\.f \+ '\.txt'\), \(\) => \{\}\)/,
    );
    assert.match(result, /const path = require\('path'\);/);
  });

  it('says when no folder is named', async () => {
    const text = handler("const fs = require('fs');", 'fs.readFile(req.query.f, () => {});');
    assert.match(await obstacle('app.js', text, 'path-traversal'), /folder/);
  });

  for (const [vulnClass, imports, before, after] of [
    ['open-redirect', '', 'res.redirect(req.query.next);', 'res.redirect(localPath(req.query.next));'],
    [
      'weak-hash',
      "const crypto = require('crypto');",
      "res.json(crypto.createHash('md5').update('x').digest('hex'));",
      "res.json(crypto.createHash('sha256').update('x').digest('hex'));",
    ],
    [
      'weak-random',
      "const crypto = require('crypto');",
      'const token = Math.random().toString(36).slice(2);',
      "const token = crypto.randomBytes(16).toString('hex');",
    ],
    [
      'tls-verification-disabled',
      "const https = require('https');",
      "https.get({ host: 'a', rejectUnauthorized: false });",
      "https.get({ host: 'a', rejectUnauthorized: true });",
    ],
    [
      'insecure-cookie',
      '',
      "res.cookie('sessionId', req.token, { httpOnly: false, secure: true });",
      "res.cookie('sessionId', req.token, { httpOnly: true, secure: true });",
    ],
    [
      'log-injection',
      '',
      "console.log('user ' + req.query.user);",
      "console.log('user ' + String(req.query.user).replace(/[\\r\\n]/g, ' '));",
    ],
    [
      'regex-injection',
      '',
      'new RegExp(req.query.q).test("a");',
      'new RegExp(escapeRegExp(req.query.q)).test("a");',
    ],
    ['redos', '', '/^([a-z]+)+$/.test(req.query.q);', '/^([a-z]+)$/.test(req.query.q);'],
  ] as const) {
    it(`mends ${vulnClass}`, async () => {
      const result = await fixed('app.js', handler(imports, before), vulnClass);
      assert.ok(result.includes(`  ${after}\n`), result);
    });
  }

  it('leaves passwords with a broken hash to a person', async () => {
    const text = handler(
      "const crypto = require('crypto');",
      "res.json(crypto.createHash('md5').update(req.body.password).digest('hex'));",
    );
    assert.match(await obstacle('app.js', text, 'weak-hash'), /slow hash/);
  });

  it('writes imports as the file does: ECMAScript, double quotes, no semicolons', async () => {
    const text =
      'import express from "express"\nimport { readFile } from "node:fs/promises"\n\nconst app = express()\napp.get("/", async (req, res) => {\n  await readFile("/srv/docs/" + req.query.f)\n})\n';
    const result = await fixed('app.mjs', text, 'path-traversal');
    assert.match(result, /import \{ readFile \} from "node:fs\/promises"\nimport path from "node:path"\n/);
    assert.doesNotMatch(result, /;\n/);
  });
});
