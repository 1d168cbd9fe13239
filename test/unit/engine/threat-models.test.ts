import assert from 'node:assert/strict';
import type { Finding } from '../../../src/engine/finding.ts';
import { defaultThreatModels, type ThreatModel, threatModels } from '../../../src/engine/threat-models.ts';
import { analyse, newAnalyzer } from '../../support/engine.ts';

const found = async (
  path: string,
  text: string,
  on: readonly ThreatModel[] = defaultThreatModels,
): Promise<readonly Finding[]> => (await analyse([{ path, text }], undefined, on)).findings;

const kinds = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ vulnClass, source }) => `${source?.threatModel} ${vulnClass}`).toSorted();

const script = `import os, sys, sqlite3
db = sqlite3.connect("x")
db.execute("SELECT * FROM t WHERE n = '" + sys.argv[1] + "'")
os.system("ls " + sys.argv[1])
`;

describe('threat models', () => {
  it('that are off count where code runs, and nowhere else', async () => {
    assert.deepEqual(kinds(await found('run.py', script)), ['arguments command-injection']);
  });

  it('that are on count for every weakness', async () => {
    assert.deepEqual(kinds(await found('run.py', script, [...defaultThreatModels, 'arguments'])), [
      'arguments command-injection',
      'arguments sql-injection',
    ]);
  });

  it('raise no alarm of what is not sure', async () => {
    const [sure] = await found('run.py', 'import flask, os\nos.system(flask.request.args["name"])');
    // A browser without a window, whose page nobody may look at.
    const [unsure] = await found(
      'shot.js',
      `const puppeteer = require('puppeteer');
require('express')().get('/', async (req, res) => {
  const browser = await puppeteer.launch();
  const page = await browser.newPage();
  await page.setContent('<p>' + req.query.name);
});`,
    );
    assert.ok(sure && sure.confidence >= 70 && sure.score >= 70, `${sure?.confidence} ${sure?.score}`);
    assert.ok(
      unsure && unsure.confidence < 70 && unsure.score === 69,
      `${unsure?.confidence} ${unsure?.score}`,
    );
  });

  it('make an issue less sure where they are off', async () => {
    const [off] = await found('run.py', script);
    const [on] = (await found('run.py', script, threatModels)).filter(
      ({ vulnClass }) => vulnClass === 'command-injection',
    );
    assert.ok(off && on && off.confidence < on.confidence, `${off?.confidence} < ${on?.confidence}`);
  });

  it('count for what a row names though they are off', async () => {
    const java = `import java.io.*; import java.util.zip.*;
class Unpack { void run(ZipInputStream in, File to) throws IOException {
  ZipEntry entry = in.getNextEntry();
  new FileOutputStream(new File(to, entry.getName()));
} }`;
    assert.deepEqual(kinds(await found('Unpack.java', java)), ['file path-traversal']);
  });

  it('tell of a client first where data of several reaches one place', async () => {
    const express = `const app = require('express')(); const { exec } = require('child_process');
const name = process.argv[2];
app.get('/', (req, res) => { exec('ls ' + name + req.query.dir); });
`;
    const [finding] = await found('server.js', express);
    assert.equal(finding?.source?.threatModel, 'remote');
    assert.ok((finding?.score ?? 0) >= 90, String(finding?.score));
  });

  it('are kept on a value that has many sources, the worst of them first', async () => {
    const names = Array.from({ length: 9 }, (_, i) => `process.env['A${i}']`).join(' + ');
    const text = `const app = require('express')(); const { exec } = require('child_process');
app.get('/', (req, res) => { exec(${names} + req.query.dir); });
`;
    const [finding] = await found('server.js', text, threatModels);
    assert.equal(finding?.source?.threatModel, 'remote');
  });

  it('see code in answers of other servers and in output of programs, by default', async () => {
    const python = `import pickle, requests, subprocess
def load(url):
    return pickle.loads(requests.get(url).content)
def run(names):
    return eval(subprocess.check_output(["list", names]))
`;
    assert.deepEqual(kinds(await found('load.py', python)), [
      'response unsafe-deserialization',
      'system code-injection',
    ]);
    const javascript = `import axios from 'axios'; import { execSync } from 'node:child_process';
export const remote = async (url) => { const { data } = await axios.get(url); eval(data); };
export const local = () => eval(execSync('version').toString());
`;
    assert.deepEqual(kinds(await found('load.js', javascript)), [
      'response code-injection',
      'system code-injection',
    ]);
  });

  it('are of medium severity at most where they are off', async () => {
    const [finding] = await found(
      'load.py',
      'import pickle, requests\npickle.loads(requests.get("https://a.example").content)\n',
    );
    assert.ok((finding?.score ?? 100) < 70, String(finding?.score));
  });

  it('take no file of the machine for an attack unless they are on', async () => {
    const text = `import os
def run(name):
    with open(name) as handle:
        exec(handle.read())
        os.remove(handle.read())
    exec(open("version.py").read())
`;
    assert.deepEqual(kinds(await found('run.py', text)), []);
    assert.deepEqual(kinds(await found('run.py', text, ['file'])), [
      'file code-injection',
      'file path-traversal',
    ]);
  });

  it('leave a function that is only named what it is', async () => {
    const text = `import subprocess
from flask import Flask, request
app = Flask(__name__)
@app.route("/")
def index():
    runner = subprocess.run
    runner("ls " + request.args["dir"], shell=True)
`;
    assert.deepEqual(kinds(await found('app.py', text, threatModels)), ['remote command-injection']);
  });

  it('can be switched while an analyzer is kept', async () => {
    const analyzer = await newAnalyzer();
    const files = [{ path: 'run.py', text: script }];
    assert.equal((await analyse(files, analyzer)).findings.length, 1);
    assert.equal((await analyse(files, analyzer, threatModels)).findings.length, 2);
    assert.equal((await analyse(files, analyzer)).findings.length, 1);
  });
});
