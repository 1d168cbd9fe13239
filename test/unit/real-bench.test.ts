import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BuiltEngine, buildEngine } from '../bench/real/built-engine.ts';
import { readOutcome } from '../bench/real/compare.ts';
import { readLabels } from '../bench/real/labels.ts';
import { movedPlaces } from '../bench/real/outcome.ts';
import { benchWith, type RealOptions } from '../bench/real.ts';

const vulnerable = `import sqlite3
from flask import Flask, request

app = Flask(__name__)


@app.route("/find")
def find():
    name = request.args["name"]
    return str(sqlite3.connect("x").execute("SELECT * FROM t WHERE n = '" + name + "'").fetchall())


def harmless():
    return 1
`;
const fixed = vulnerable
  .replace('import sqlite3\n', 'import os\nimport sqlite3\n')
  .replace(`n = '" + name + "'")`, `n = ?", (name,))`);

describe('the bench of published vulnerabilities', () => {
  let root: string;
  let engine: BuiltEngine;
  let commits: { readonly vulnerable: string; readonly fixed: string };
  const lines: string[] = [];

  const git = (...args: string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=A', '-c', 'user.email=a@b.example', '-c', 'commit.gpgsign=false', ...args],
      { cwd: path.join(root, 'mirror/acme+shop/repo'), encoding: 'utf8' },
    ).trim();
  const label = (id: string, start: number, end: number, more: object = {}) => ({
    id,
    repo: 'acme/shop',
    vulnerable_commit: commits.vulnerable,
    fix_commit: commits.fixed,
    cwe: 'CWE-89',
    locations: [{ file: 'shop/app.py', function: id, start, end }],
    ...more,
  });
  const run = async (more: Partial<RealOptions> = {}) => {
    lines.length = 0;
    return await benchWith(engine, {
      labels: [path.join(root, 'labels')],
      judged: [],
      mirror: path.join(root, 'mirror'),
      only: undefined,
      language: undefined,
      cache: path.join(root, 'cache'),
      jobs: undefined,
      output: path.join(root, 'outcome.json'),
      compare: undefined,
      unfixed: false,
      say: (line) => lines.push(line),
      ...more,
    });
  };

  before(async () => {
    engine = await buildEngine();
    root = await mkdtemp(path.join(tmpdir(), 'parapet-real-test-'));
    const repo = path.join(root, 'mirror/acme+shop/repo');
    await mkdir(path.join(repo, 'shop'), { recursive: true });
    git('init', '-q');
    const ran = `touch '${path.join(root, 'ran')}'`;
    git('config', 'filter.evil.smudge', `${ran}; cat`);
    await writeFile(path.join(repo, '.git/hooks/post-checkout'), `#!/bin/sh\n${ran}\n`, { mode: 0o755 });
    await writeFile(path.join(repo, '.gitattributes'), '*.py filter=evil\n');
    await writeFile(path.join(root, 'outside.py'), vulnerable);
    await symlink(path.join(root, 'outside.py'), path.join(repo, 'shop/link.py'));
    await writeFile(path.join(repo, 'shop/app.py'), vulnerable);
    git('add', '.');
    git('commit', '-qm', 'one');
    const first = git('rev-parse', 'HEAD');
    await writeFile(path.join(repo, 'shop/app.py'), fixed);
    git('commit', '-qam', 'two');
    commits = { vulnerable: first, fixed: git('rev-parse', 'HEAD') };
    await rm(path.join(root, 'ran'), { force: true });
    await mkdir(path.join(root, 'labels'));
    await writeFile(
      path.join(root, 'labels/python.json'),
      JSON.stringify([
        label('find', 7, 10),
        label('query-under-another-number', 7, 10, { cwe: 'CWE-943', folder: 'shop;README' }),
        label('harmless', 13, 14, { why_missed: ['no source', 'none at all'] }),
        label('other-harm', 7, 10, { cwe: 'CWE-78' }),
        label('elsewhere', 7, 10, { repo: 'acme/nowhere' }),
        label('never', 7, 10, { vulnerable_commit: '0123456789abcdef0123456789abcdef01234567' }),
      ]),
    );
    const judged = {
      language: 'python',
      repo: 'acme/shop',
      rule: 'python/sql-injection',
      file: 'shop/app.py',
    };
    await writeFile(
      path.join(root, 'labels/judged.json'),
      JSON.stringify([
        { ...judged, commit: commits.vulnerable.slice(0, 12), line: 10, verdict: 'right' },
        { ...judged, line: 11, verdict: 'wrong', why: 'there is a check' },
      ]),
    );
  });
  after(async () => {
    await engine[Symbol.asyncDispose]();
    await rm(root, { recursive: true, force: true });
  });

  it('tells found, near, missed and what could not be run, and whether the fix clears it', async () => {
    await run({ judged: [path.join(root, 'labels/judged.json')] });
    const outcome = await readOutcome(path.join(root, 'outcome.json'));
    assert.deepEqual(
      outcome.labels.map(({ id, outcome: how, fix, reason }) => [id, how, fix, reason]),
      [
        ['find', 'found', 'cleared', undefined],
        ['query-under-another-number', 'found', 'cleared', undefined],
        ['harmless', 'near', undefined, undefined],
        ['other-harm', 'missed', undefined, undefined],
        ['elsewhere', 'not run', undefined, 'there is no clone of it'],
        [
          'never',
          'not run',
          undefined,
          'the clone lacks the commit 0123456789abcdef0123456789abcdef01234567',
        ],
      ],
    );
    assert.deepEqual(
      outcome.judged.map(({ verdict, standing }) => [verdict, standing]),
      [
        ['right', 'alarm'],
        ['wrong', 'gone'],
      ],
    );
    const text = lines.join('\n');
    assert.match(text, /^\| python \| 4 \| 2 \(50 %\) \| 1 \| 2 and 0 fewer, of 2 \|/m);
    assert.match(text, /^\| CWE-89 \| 2 \| 1 \| 1 \|/m);
    assert.match(text, /^\| python: no source \| 1 \| 0 \| 1 \|/m);
    assert.match(text, /^- acme\/nowhere: there is no clone of it$/m);
  });

  it('runs nothing of the repository, and follows no link of it', async () => {
    await run({ only: '"find"' });
    await assert.rejects(access(path.join(root, 'ran')));
    const { scans } = await readOutcome(path.join(root, 'outcome.json'));
    const files = new Set(scans.flatMap(({ findings }) => findings.map(({ file }) => file)));
    assert.equal(files.has('shop/link.py'), false);
    assert.equal(files.has('shop/app.py'), true);
  });

  it('takes what it knows of an engine, and tells what moved since', async () => {
    await run({ unfixed: true });
    await run({ unfixed: true, compare: path.join(root, 'outcome.json') });
    assert.deepEqual(
      lines.filter((line) => /^(?:FOUND|LOST|[+-] )/.test(line)),
      [],
    );
    const [engine = ''] = await readdir(path.join(root, 'cache'));
    const kept = path.join(root, 'cache', engine, `acme+shop@${commits.vulnerable.slice(0, 12)}.json`);
    const scan = JSON.parse(await readFile(kept, 'utf8'));
    await writeFile(kept, JSON.stringify({ ...scan, findings: [] }));
    const whole = path.join(root, 'whole.json');
    await run({ unfixed: true, output: whole, compare: path.join(root, 'outcome.json') });
    assert.match(lines.join('\n'), /^LOST python acme\/shop find CWE-89 .*: found → missed$/m);
    assert.match(lines.join('\n'), /^- vulnerable acme\/shop@\w+ python\/sql-injection shop\/app.py:10 /m);
    assert.match(lines.join('\n'), /^rule python\/sql-injection: 2 → 1, high or critical 2 → 1$/m);
    await rm(kept);
    await run({ unfixed: true, compare: whole });
    assert.match(lines.join('\n'), /^FOUND python acme\/shop find CWE-89 /m);
  });

  it('chooses by text and by language', async () => {
    const from = [path.join(root, 'labels')];
    assert.deepEqual((await readLabels(from, { only: 'CWE-943' })).length, 1);
    assert.deepEqual((await readLabels(from, { language: 'java' })).length, 0);
    assert.deepEqual((await readLabels(from, { language: 'python' })).length, 6);
  });

  it('says where a label is wrong', async () => {
    const file = path.join(root, 'wrong.json');
    await writeFile(
      file,
      JSON.stringify([label('a', 1, 2), label('b', 1, 2, { locations: [{ file: '../x.py' }] })]),
    );
    await assert.rejects(readLabels([file]), /wrong\.json, record 2: locations\.0\.file is no path in it/);
  });

  it('follows places through a diff', () => {
    const diff = '--- a/x\n+++ b/x\n@@ -2,0 +3,2 @@\n+a\n+b\n@@ -10,3 +12 @@ f\n-c\n-d\n-e\n+f\n';
    const moved = (start: number, end: number) =>
      movedPlaces([{ file: 'x', start, end }], diff).map((place) => [place.start, place.end]);
    assert.deepEqual(moved(1, 2), [[1, 2]]);
    assert.deepEqual(moved(2, 3), [[2, 5]]);
    assert.deepEqual(moved(3, 9), [[5, 11]]);
    assert.deepEqual(moved(9, 13), [[11, 13]]);
    assert.deepEqual(moved(11, 12), [[12, 12]]);
    assert.deepEqual(moved(20, 21), [[20, 21]]);
    assert.deepEqual(
      movedPlaces([{ file: 'x', start: 1, end: 2 }], 'deleted file mode 100644\n@@ -1,2 +0,0 @@'),
      [],
    );
  });
});
