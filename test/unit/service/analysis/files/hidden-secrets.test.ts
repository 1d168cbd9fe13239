import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { contract } from '../../../../../src/api/contract/index.ts';
import { type FinishedScan, render } from '../../../../../src/cli/report.ts';
import type { Finding } from '../../../../../src/engine/finding.ts';
import { type SeenSecret, withoutSeenSecrets } from '../../../../../src/engine/secrets/redaction.ts';
import { type ScanSummary, scanFolder } from '../../../../../src/service/analysis/index.ts';
import { scanAssets } from '../../../../support/bundled-worker.ts';
import { Harness } from '../../support/harness.ts';
import { Tree } from '../tree.ts';

const join = (...pieces: string[]) => pieces.join('');
const secrets = {
  token: join('gh', 'p_a8Kd93jKslq0PzXmN4vB7cTyU1iOeRwQ2sDf'),
  password: 'Tr0ub4dor&3-quince',
  address: 'Gr4peV1neLadder',
  key: join('Kj4-teapot-9wQz-', 'lantern-7rTx-copper'),
};
/** Every secret on the line of an issue of another class, of a step on the way to it, or handed to a library. */
const project = {
  'app.js': `const express = require('express');
const { exec } = require('node:child_process');
const jwt = require('jsonwebtoken');
const { SESSION_KEY } = require('./settings');
const app = express();
app.get('/clone', (req, res) => {
  const target = req.query.repo, token = '${secrets.token}';
  exec('git clone https://x:${secrets.address}@git.acme.io/' + target); const password = '${secrets.password}';
  exec('curl -H "Authorization: token ${secrets.token}" https://git.acme.io/' + target, () => res.end());
  res.json({ signed: jwt.sign({ target }, SESSION_KEY, { algorithm: 'HS256' }) });
});
`,
  'settings.js': `exports.SESSION_KEY = '${secrets.key}';\n`,
  'tools.py': `import subprocess
from flask import Flask, request
app = Flask(__name__)

@app.route("/run")
def run():
    name = request.args["name"]; password = "${secrets.password}"
    return subprocess.check_output("mysql -u root --password=${secrets.password} " + name, shell=True)
`,
};

async function scanned(root: string): Promise<FinishedScan> {
  const kept = new Map<string, Finding>();
  const summary: ScanSummary = await scanFolder({
    assets: scanAssets,
    root,
    workers: 1,
    on: (event) => {
      if (event.type === 'finding')
        kept.set(`${event.finding.fingerprint} ${event.finding.file}`, event.finding);
    },
  });
  return {
    findings: [...kept.values()],
    summary,
    startedAt: new Date(0),
    endedAt: new Date(1),
    version: '1',
  };
}

function assertHidden(bytes: string, where: string): void {
  for (const [name, secret] of Object.entries(secrets)) {
    // A redacted form shows four characters at most.
    for (let at = 0; at + 8 <= secret.length; at += 4)
      assert.ok(
        !bytes.includes(secret.slice(at, at + 8)),
        `${where} shows the ${name}: ${secret.slice(at, at + 8)}`,
      );
  }
}

describe('secrets on the lines of other issues', () => {
  it('are shown neither in the table, nor in JSON, nor in SARIF', async () => {
    using folder = new Tree(project);
    const scan = await scanned(folder.root);
    const classes = new Set(scan.findings.map((finding) => finding.vulnClass));
    assert.ok(classes.has('command-injection') && classes.has('hard-coded-secret'), [...classes].join());
    const onSecretLines = scan.findings.filter(({ vulnClass }) => vulnClass === 'command-injection');
    const sinks = onSecretLines.flatMap(({ others = [] }) => ['the finding itself', ...others]);
    assert.ok(sinks.length >= 3, `${sinks.length} command injections`);
    for (const format of ['table', 'json', 'sarif'] as const) assertHidden(render(scan, format), format);
  }).timeout(30_000);

  it('reach neither an answer of the service nor its disk', async () => {
    await using service = await Harness.start();
    const repositoryId = await service.addRepository();
    const root = path.join(service.folder, 'work', 'project');
    mkdirSync(root, { recursive: true });
    for (const [name, text] of Object.entries(project)) writeFileSync(path.join(root, name), text);
    service.runner.script = ({ root: at, on, signal }) =>
      scanFolder({ assets: scanAssets, root: at, on, signal, workers: 1 });
    const { id } = await service.scan(repositoryId);
    const issues = await service.issues();
    assert.ok(issues.length >= 5);
    for (const issue of issues)
      assertHidden(
        JSON.stringify(await service.call(contract.issues.getIssue, { id: issue.id })),
        'an issue',
      );
    const stream = await service.send(contract.scanEvents.scanEvents as never, { id } as never);
    assertHidden(await stream.text(), 'the stream');
    assertHidden(service.logged.join('\n'), 'the log');
    const data = path.join(service.folder, 'data');
    for (const name of readdirSync(data, { recursive: true, withFileTypes: true })) {
      if (name.isFile())
        assertHidden(readFileSync(path.join(name.parentPath, name.name), 'latin1'), name.name);
    }
  }).timeout(30_000);

  it('are one issue where they are written, not one more wherever they are handed over', async () => {
    using folder = new Tree(project);
    const { findings } = await scanned(folder.root);
    const places = findings
      .filter(({ vulnClass }) => vulnClass === 'hard-coded-secret')
      .map(({ file, range }) => `${file}:${range.startLine}`);
    assert.ok(places.includes('settings.js:1'), places.join());
    assert.ok(!places.includes('app.js:10'), places.join());
  }).timeout(30_000);

  it('are one issue with the call where they are written there, if another file has the same', async () => {
    const sign = (key: string) =>
      `require('jsonwebtoken').sign({ user: 1 }, ${key}, { algorithm: 'HS256' });\n`;
    using folder = new Tree({
      'settings.js': `exports.SESSION_KEY = '${secrets.key}';\n`,
      'literal.js': sign(`'${secrets.key}'`),
    });
    const { findings } = await scanned(folder.root);
    const issues = findings.filter(({ vulnClass }) => vulnClass === 'hard-coded-secret');
    assert.equal(issues.length, 1);
    assert.deepEqual(
      issues.flatMap(({ file, others = [] }) => [file, ...others.map((other) => other.file)]).toSorted(),
      ['literal.js', 'settings.js'],
    );
  }).timeout(30_000);
});

describe('blanking out seen secrets', () => {
  const finding = (snippet: string, change: Partial<Finding> = {}): Finding => ({
    file: 'a.js',
    range: { startLine: 5, startColumn: 1, endLine: 5, endColumn: 9 },
    snippet,
    ruleId: 'javascript/sql-injection',
    vulnClass: 'sql-injection',
    category: 'SAST',
    language: 'javascript',
    title: 'SQL injection',
    message: '',
    cwes: ['CWE-89'],
    score: 90,
    confidence: 90,
    sink: { kind: 'text' },
    codeFlows: [],
    fingerprint: 'f',
    ...change,
  });
  const seen = (text: string, startLine = 5): SeenSecret => ({
    text,
    startLine,
    endLine: startLine + text.split('\n').length - 1,
  });
  const shown = (snippet: string, ...secretsSeen: SeenSecret[]) =>
    withoutSeenSecrets(finding(snippet), (file) => (file === 'a.js' ? secretsSeen : [])).snippet;

  it('takes a common word for a secret on its own line only, and only as a word', () => {
    assert.equal(
      shown(`connect('root', 'dragon'); dragons()`, seen('dragon')),
      `connect('root', 'd…'); dragons()`,
    );
    assert.equal(shown(`dragon()`, seen('dragon', 9)), `dragon()`);
  });

  it('finds a secret that the end of the snippet cuts, and the lines of a key', () => {
    assert.equal(shown(`sign("abcdefGHIJKL`, seen('abcdefGHIJKLmnop')), `sign("abcd…`);
    const key = '-----BEGIN KEY-----\nqZ8/qZ8/qZ8/\nXy91\n-----END KEY-----';
    assert.ok(!shown('sign(`-----BEGIN KEY-----\n  qZ8/qZ8/qZ8/', seen(key)).includes('qZ8/qZ8'));
  });

  it('leaves a finding of a file without secrets as it is', () => {
    const one = finding('db.query(sql)');
    assert.equal(withoutSeenSecrets(one, () => []).snippet, one.snippet);
  });
});
