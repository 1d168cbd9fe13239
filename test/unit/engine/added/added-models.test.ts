import assert from 'node:assert/strict';
import type { AddedModel } from '../../../../src/engine/added/added-models.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { parseLibrary } from '../../../../src/engine/libraries/parse.ts';
import { weaknesses } from '../../../../src/engine/weaknesses/index.ts';
import { newAnalyzer } from '../../../support/engine.ts';

const kinds = new Map(weaknesses.map(({ id, found }) => [id, found]));

function added(definition: string, text: string): AddedModel {
  const { library, problems } = parseLibrary(definition, text, { kinds, foreign: true });
  assert.deepEqual(problems, []);
  assert.ok(library);
  return { definition, library };
}

/** What is found in the files with some additions, each finding in one line. */
async function found(
  files: Readonly<Record<string, string>>,
  ...models: readonly AddedModel[]
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  await (await newAnalyzer()).analyse(
    {
      files: Object.entries(files).map(([path, text]) => ({ path, text })),
      fileCount: Object.keys(files).length,
      ...(models.length > 0 && { models: { digest: JSON.stringify(models), libraries: [], added: models } }),
    },
    (event) => {
      if (event.type === 'finding') findings.push(event.finding);
    },
  );
  return findings;
}
const told = (findings: readonly Finding[]): readonly string[] =>
  findings.map(
    ({ file, range, vulnClass, score, fingerprint }) =>
      `${file}:${range.startLine} ${vulnClass} ${score} ${fingerprint}`,
  );

const python = `
import os, subprocess, sqlite3, requests
from flask import Flask, request, redirect
app = Flask(__name__)

def identity(value):
    return value

@app.route('/x')
def x():
    name = identity(request.args.get('name'))
    db = sqlite3.connect('a.db')
    db.execute("SELECT * FROM t WHERE a = '" + name + "'")
    subprocess.run('ls ' + name, shell=True)
    os.system('ls ' + os.path.join('/tmp', name.strip()))
    requests.get('http://' + name)
    open('/data/' + name).read()
    eval(name)
    return redirect(request.args['next'])
`;
const javascript = `
const express = require('express');
const { exec } = require('child_process');
const fs = require('fs');
const app = express();
app.get('/x', (req, res) => {
  const name = String(req.query.name).trim();
  exec('ls ' + name);
  fs.readFileSync('/data/' + name);
  eval(name);
  res.redirect(req.query.next);
  res.send('<b>' + name + '</b>');
});
`;
const java = `
import java.io.*;
import java.sql.*;
import javax.servlet.http.*;
public class Shop extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    String name = request.getParameter("name").trim();
    Connection db = DriverManager.getConnection("jdbc:h2:mem:");
    db.createStatement().executeQuery("SELECT * FROM t WHERE a = '" + name + "'");
    Runtime.getRuntime().exec("ls " + name);
    new FileInputStream("/data/" + name);
    response.getWriter().println("<b>" + name + "</b>");
  }
}
`;
const files = { 'app.py': python, 'app.js': javascript, 'src/Shop.java': java };

/** Rows that would weaken or silence a built-in one if they stood in its place. */
const hostile: readonly (readonly [what: string, text: string])[] = [
  [
    'sources whose data never counts, in the place of sources of clients',
    `library: python/a
packages: [flask]
sources:
  - { threatModel: environment, alwaysFor: [], apis: [flask.request.args, flask.request.args.get, flask.request] }
`,
  ],
  [
    'sources of what passes data on',
    `library: python/a
packages: [os, str, global]
sources:
  - { threatModel: environment, alwaysFor: [], apis: [os.path.join, str.strip, str, identity, app.identity] }
`,
  ],
  [
    'sinks that are no more than questions, and say little',
    `library: python/a
packages: [sqlite3, os, subprocess, requests, open, eval, flask, global]
sinks:
  - { kind: sql-injection, input: 'Argument[0]', probe: true, score: 10, confidence: 0, apis: [sqlite3.Connection.execute] }
  - { kind: command-injection, input: 'Argument[0]', probe: true, score: 10, confidence: 0, apis: [os.system, subprocess.run] }
  - { kind: ssrf, input: 'Argument[0]', probe: true, score: 10, apis: [requests.get] }
  - { kind: path-traversal, input: 'Argument[0]', probe: true, unless: follows-text, apis: [open] }
  - { kind: code-injection, input: 'Argument[1]', below: { package: x, version: '1' }, apis: [eval] }
  - { kind: open-redirect, input: 'Argument[0]', score: 10, confidence: 0, apis: [flask.redirect] }
`,
  ],
  [
    'sinks of a worse class at the same call',
    `library: javascript/a
packages: [child_process, fs, express, global]
sinks:
  - { kind: log-injection, input: 'Argument[0]', apis: [child_process.exec, fs.readFileSync, eval, express.Response.redirect, express.Response.send] }
  - { kind: command-injection, input: 'Argument[0]', score: 10, confidence: 0, reportMaking: true, apis: [child_process.exec] }
`,
  ],
  [
    'sources of handlers, requests and text',
    `library: javascript/a
packages: [express, global]
sources:
  - { threatModel: system, alwaysFor: [], apis: [express.Request, express.Request.query, String, String.trim, express.Application.get, express] }
`,
  ],
  [
    'types of the same name in another package',
    `library: java/a
packages: [com.acme]
sources:
  - { threatModel: system, alwaysFor: [], apis: [com.acme.HttpServletRequest.getParameter, com.acme.Connection.createStatement, com.acme.Statement.executeQuery] }
`,
  ],
  [
    'sources in the place of statements and writers',
    `library: java/a
packages: [java, javax]
sources:
  - { threatModel: system, alwaysFor: [], apis: [java.sql.Connection.createStatement, javax.servlet.http.HttpServletRequest.getParameter, java.lang.String.trim, javax.servlet.http.HttpServletResponse.getWriter, java.lang.Runtime.getRuntime] }
`,
  ],
];

describe('sources and sinks that an organization adds', function () {
  this.timeout(60_000);
  let builtIn: readonly string[] = [];
  before(async () => {
    builtIn = told(await found(files));
    assert.ok(builtIn.length >= 15, builtIn.join('\n'));
  });

  for (const [what, text] of hostile)
    it(`take no finding away, and change none: ${what}`, async () => {
      const now = told(await found(files, added('source “A”', text)));
      assert.deepEqual(
        builtIn.filter((finding) => !now.includes(finding)),
        [],
      );
    });

  it('take none away together, in either order', async () => {
    const all = hostile.map(([what, text]) => added(what, text));
    for (const models of [all, all.toReversed()]) {
      const now = told(await found(files, ...models));
      assert.deepEqual(
        builtIn.filter((finding) => !now.includes(finding)),
        [],
      );
    }
  });

  it('add findings that name them', async () => {
    const source = added(
      'source “Acme parameters”',
      'library: python/acme\npackages: [acme]\nsources:\n  - { what: a parameter, apis: [acme.http.param] }\n',
    );
    const sink = added(
      'sink “Acme database”',
      "library: python/acme\npackages: [acme]\nsinks:\n  - { kind: sql-injection, input: 'Argument[0]', apis: [acme.db.run] }\n",
    );
    const code = {
      'a.py':
        'import acme, os\ndef f():\n    acme.db.run("a" + acme.http.param("x"))\n    os.system(acme.http.param("y"))\n',
    };
    const named = (findings: readonly Finding[]) =>
      findings.map(({ range, vulnClass, definitions }) => [range.startLine, vulnClass, definitions]);
    assert.deepEqual(named(await found(code, source, sink)), [
      [3, 'sql-injection', ['sink “Acme database”', 'source “Acme parameters”']],
      [4, 'command-injection', ['source “Acme parameters”']],
    ]);
    assert.deepEqual(named(await found(code, sink)), []);
    assert.deepEqual(named(await found(code, source)), [
      [4, 'command-injection', ['source “Acme parameters”']],
    ]);
  });

  it('hold beside a built-in row for the same function', async () => {
    const code = {
      'a.py': 'import os, sqlite3\ndef f():\n    sqlite3.connect("a.db").execute(os.getenv("A"))\n',
    };
    assert.deepEqual(told(await found(code)), []);
    const text =
      'library: python/a\npackages: [os]\nsources:\n  - { threatModel: remote, apis: [os.getenv] }\n';
    const now = await found(code, added('source “Environment of a function service”', text));
    assert.deepEqual(
      now.map(({ vulnClass, definitions }) => [vulnClass, definitions]),
      [['sql-injection', ['source “Environment of a function service”']]],
    );
  });

  it('find after each edit what a new analysis finds', async () => {
    const text = (body: string): string =>
      `import acme\nfrom flask import request\n\ndef helper(value):\n    return ${body}\n\ndef f():\n    acme.run(helper(request.args["a"]))\n\ndef g():\n    acme.run("a")\n`;
    const sink = added(
      'sink “Acme”',
      "library: python/acme\npackages: [acme]\nsinks:\n  - { kind: xss, input: 'Argument[0]', apis: [acme.run] }\n",
    );
    const models = { digest: 'acme', libraries: [], added: [sink] };
    const analyzer = await newAnalyzer();
    const counts: number[] = [];
    for (const body of ['value', '"a"', 'value + "b"', 'len(value)', 'request.args["b"]', 'value.strip()']) {
      const files = [{ path: 'a.py', text: text(body) }];
      const findings: Finding[] = [];
      await analyzer.analyse({ files, fileCount: 1, models }, (event) => {
        if (event.type === 'finding') findings.push(event.finding);
      });
      assert.deepEqual(told(findings), told(await found({ 'a.py': text(body) }, sink)), body);
      counts.push(findings.length);
    }
    assert.deepEqual(counts, [1, 0, 1, 0, 1, 1]);
  });

  it('go with what is switched off, in an analysis that is kept', async () => {
    const analyzer = await newAnalyzer();
    const code = {
      path: 'a.py',
      text: 'import acme\nfrom flask import request\ndef f():\n    acme.run(request.args["a"])\n',
    };
    const text =
      "library: python/acme\npackages: [acme]\nsinks:\n  - { kind: xss, input: 'Argument[0]', apis: [acme.run] }\n";
    const counts: number[] = [];
    for (const models of [[], [added('sink “Acme”', text)], []]) {
      let count = 0;
      await analyzer.analyse(
        {
          files: [code],
          fileCount: 1,
          models: { digest: JSON.stringify(models), libraries: [], added: models },
        },
        (event) => {
          if (event.type === 'finding') count++;
        },
      );
      counts.push(count);
    }
    assert.deepEqual(counts, [0, 1, 0]);
  });
});
