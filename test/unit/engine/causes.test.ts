import assert from 'node:assert/strict';
import { allFlows, foldCauses, messageOf, unfolded } from '../../../src/engine/causes.ts';
import { scanSecrets } from '../../../src/engine/secrets/index.ts';
import { analyse } from '../../support/engine.ts';

/** The lines of the sinks of each finding. */
async function sinksIn(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { findings } = await analyse(Object.entries(files).map(([path, text]) => ({ path, text })));
  const folded = foldCauses(findings);
  assert.equal(folded.flatMap(unfolded).length, findings.length, 'nothing is lost');
  return folded
    .map((finding) => {
      const lines = unfolded(finding).map(({ range }) => range.startLine);
      return `${finding.file} ${lines.toSorted((a, b) => a - b).join()}`;
    })
    .toSorted();
}

const express = "const app = require('express')(); const fs = require('fs');\n";

describe('one finding a cause', () => {
  it('has all sinks of a function that one value reaches', async () => {
    assert.deepEqual(
      await sinksIn({
        'app.js': `${express}app.get('/', (req, res) => {
  const { name } = req.query;
  fs.rmdir('/srv/' + name, () => {});
  const full = '/srv/' + name;
  fs.readFile(full, () => {});
});`,
      }),
      ['app.js 4,6'],
    );
    assert.deepEqual(
      await sinksIn({
        'app.py': `import os
from flask import Flask, request
app = Flask(__name__)
@app.get("/")
def read():
    open("/srv/" + request.args.get("name"))
    os.remove("/srv/" + request.args.get("name"))
    os.remove("/srv/" + request.args.get("other"))
`,
      }),
      ['app.py 6,7', 'app.py 8'],
      'the same part of a request, read twice',
    );
    assert.deepEqual(
      await sinksIn({
        'Files.java': `import java.io.*; import javax.servlet.http.*;
class Files extends HttpServlet { protected void doGet(HttpServletRequest q, HttpServletResponse r) throws IOException {
  String name = q.getParameter("name");
  new FileInputStream("/srv/" + name);
  new FileOutputStream("/srv/" + name);
} }`,
      }),
      ['Files.java 4,5'],
    );
  });

  it('has the sinks of a helper that one value is passed to', async () => {
    const helper = `const fs = require('fs');
exports.swap = (name, other) => {
  fs.rmdir('/srv/' + name, () => {});
  fs.readFile('/srv/' + name, () => {});
  fs.unlink('/srv/' + other, () => {});
};`;
    assert.deepEqual(
      await sinksIn({
        'helper.js': helper,
        'app.js': `${express}const { swap } = require('./helper');
app.get('/', (req, res) => swap(req.query.name, req.query.other));`,
      }),
      ['helper.js 3,4', 'helper.js 5'],
    );
    assert.deepEqual(
      await sinksIn({
        'helper.js': helper.replace('(name, other)', '({ name, other })'),
        'app.js': `${express}const { swap } = require('./helper');
app.get('/', (req, res) => swap({ name: req.query.name, other: req.query.other }));`,
      }),
      ['helper.js 3,4', 'helper.js 5'],
      'parts of an object',
    );
  });

  it('has the sinks of a file that find a value in one field', async () => {
    const files = `import os
from flask import Flask, request
app = Flask(__name__)
class Storage:
    def __init__(self, name):
        self.folder = os.path.join("/srv", name)
    def make(self):
        os.mkdir(self.folder)
    def drop(self):
        os.rmdir(self.folder)
@app.get("/")
def use():
    storage = Storage(request.args["name"])
    storage.make()
    storage.drop()
    other = Storage(request.args["other"])
    other.make()
`;
    assert.deepEqual(await sinksIn({ 'app.py': files }), ['app.py 8,10']);
  });

  it('has the sinks of a file that a value is passed to after it was put together', async () => {
    const files = (second: string) => `import os
from flask import Flask, request
app = Flask(__name__)
def make(path):
    os.mkdir(path)
def drop(path):
    os.rmdir(path)
@app.get("/")
def use():
    path = os.path.join("/srv", request.args["name"])
    make(path)
    drop(${second})
`;
    assert.deepEqual(await sinksIn({ 'app.py': files('path') }), ['app.py 5,7']);
    assert.deepEqual(await sinksIn({ 'app.py': files('request.args["name"]') }), ['app.py 5', 'app.py 7']);
  });

  it('is another one for another value, another function and another weakness', async () => {
    assert.deepEqual(
      await sinksIn({
        'app.js': `${express}app.get('/', (req, res) => {
  const { name, other } = req.query;
  fs.rmdir('/srv/' + name, () => {});
  fs.rmdir('/srv/' + other, () => {});
  require('child_process').exec('ls ' + name);
});`,
      }),
      ['app.js 4', 'app.js 5', 'app.js 6'],
    );
    assert.deepEqual(
      await sinksIn({
        'app.js': `${express}const text = (req, key) => req.query[key];
app.get('/a', (req, res) => fs.rmdir('/srv/' + text(req, 'a'), () => {}));
app.get('/b', (req, res) => fs.rmdir('/srv/' + text(req, 'b'), () => {}));`,
      }),
      ['app.js 3', 'app.js 4'],
      'a helper that reads requests for all routes',
    );
  });

  it('has all places of a secret, with the worst one of the product first', async () => {
    const profile = (password: string): string => `login: ops\npassword: ${password}\n`;
    const files = {
      'conf/app-a.yml': profile('Vq7-harbour-Lime'),
      'conf/app-b.yml': profile('Vq7-harbour-Lime'),
      'conf/app-c.yml': profile('Vq7-harbour-Plum'),
      'src/db.js': "exports.dbPassword = 'Vq7-harbour-Lime';",
      'src/tokens.js': `const jwt = require('jsonwebtoken');
const key = 'harbour-lime-and-plum';
exports.make = (claims) => jwt.sign(claims, key);
exports.read = (token) => jwt.verify(token, key);`,
    };
    const { findings } = await analyse(Object.entries(files).map(([path, text]) => ({ path, text })));
    const folded = foldCauses(findings);
    const places = folded.map((one) =>
      unfolded(one)
        .map(({ file, range }) => `${file}:${range.startLine}`)
        .join(' '),
    );
    assert.deepEqual(places.toSorted(), [
      'conf/app-a.yml:2 conf/app-b.yml:2 src/db.js:1',
      'conf/app-c.yml:2',
      'src/tokens.js:3 src/tokens.js:4',
    ]);
    const said = folded.map(messageOf).join('\n');
    assert.match(said, /It is also in conf\/app-b\.yml:2, src\/db\.js:1\.\n/);
    assert.match(said, /It is also in line 4\./);
    const [secret] = findings;
    assert.ok(secret);
    const ofTests = { ...secret, file: 'a', role: { role: 'test', by: 'a' } } as const;
    const milder = { ...secret, file: 'b', score: 10 };
    assert.deepEqual(
      foldCauses([ofTests, milder, secret])
        .flatMap(unfolded)
        .map(({ file }) => file),
      [secret.file, 'b', 'a'],
    );
  });

  it('has the places of a default password where it is assigned to equal names', async () => {
    const { findings } = await analyse([
      { path: 'a.yml', text: 'login-password: harbour1\n' },
      { path: 'b.yml', text: 'login-password: harbour1\n' },
      { path: 'c.yml', text: 'relay:\n  password: harbour1\n' },
    ]);
    assert.deepEqual(
      foldCauses(findings).map((one) => unfolded(one).map(({ file }) => file)),
      [['a.yml', 'b.yml'], ['c.yml']],
    );
  });

  it('names as many places as can be read', () => {
    const places = Array.from({ length: 30 }, (_, i) => `${i}.yml`);
    const [one] = foldCauses(
      places.flatMap((file) => scanSecrets({ path: file, text: 'password: Vq7-harbour-Lime\n' }).findings),
    );
    assert.match(one ? messageOf(one) : '', / and in 9 more places\.$/);
  });

  it('shows a way to each sink', async () => {
    const { findings } = await analyse([
      {
        path: 'app.js',
        text: `${express}app.get('/', (req) => {
  const { name } = req.query;
  fs.rmdir(name, () => {});
  fs.unlink(name, () => {});
});`,
      },
    ]);
    const [finding, ...others] = foldCauses(findings);
    assert.ok(finding && others.length === 0);
    const ends = allFlows(finding).map(({ steps }) => steps.at(-1)?.range.startLine);
    assert.deepEqual(new Set(ends), new Set([4, 5]));
  });
});
