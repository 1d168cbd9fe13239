import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { finding, remote } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';
import { gate, waitAt } from '../support/scripted-runner.ts';

const { codeScans, issues } = contract;
const lines = (start: number, end = start) => ({
  startLine: start,
  startColumn: 1,
  endLine: end,
  endColumn: 9,
});

describe('on-demand scans of a service', () => {
  let service: Harness;
  beforeEach(async () => {
    service = await Harness.start();
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  type Submission = Parameters<typeof service.call<typeof codeScans.submitCodeScan>>[1]['submission'];

  function finds(...found: Finding[]): void {
    service.runner.script = async ({ on }) => {
      for (const each of found) on({ type: 'finding', finding: each });
      return undefined;
    };
  }

  async function submit(submission: Submission, repositoryId?: string): Promise<string> {
    const request = { submission, ...(repositoryId === undefined ? {} : { repositoryId }) };
    const { codeScan } = await service.call(codeScans.submitCodeScan, request);
    assert.equal(codeScan.status, 'QUEUED');
    return codeScan.id;
  }

  async function ended(codeScanId: string) {
    for (;;) {
      const { codeScan } = await service.call(codeScans.getCodeScanStatus, { codeScanId });
      if (codeScan.finishedAt !== null) return codeScan;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  async function resultsOf(codeScanId: string) {
    const codeScan = await ended(codeScanId);
    assert.equal(codeScan.status, 'COMPLETED', codeScan.errorMessage);
    return service.call(codeScans.getCodeScanResults, { codeScanId });
  }

  it('find issues in submitted files, and keep neither the files nor an issue of a repository', async () => {
    let seen = '';
    service.runner.script = async ({ root, on }) => {
      seen = readFileSync(join(root, 'src/a.js'), 'utf8');
      on({ type: 'finding', finding: finding({ fingerprint: 'low', score: 20 }) });
      on({ type: 'finding', finding: finding({ fingerprint: 'high', score: 80 }) });
      return undefined;
    };
    const id = await submit({ type: 'files', files: [{ path: './src/a.js', content: 'eval(x)' }] });
    const results = await resultsOf(id);
    assert.equal(seen, 'eval(x)');
    assert.deepEqual(
      results.issues.map((issue) => issue.fingerprint),
      ['high', 'low'],
    );
    assert.deepEqual(results.codeScan.issueCounts, { CRITICAL: 0, HIGH: 1, MEDIUM: 0, LOW: 1, INFO: 0 });
    assert.equal(results.issues[0]?.repositoryId, null);
    assert.equal(results.coverage?.filesAnalysed, 1);
    assert.deepEqual(await service.issues(), []);
    assert.deepEqual(readdirSync(join(service.folder, 'data', 'scratch')), []);
    const rows = await service.service.core.db.selectFrom('code_scans').select('submission').execute();
    assert.deepEqual(
      rows,
      [{ submission: null }].map((row) => Object.assign(Object.create(null), row)),
    );
  });

  it('place the issues of a snippet where it lies in its file', async () => {
    finds(finding({ fingerprint: 'snippet', file: 'a.js', range: lines(2) }));
    const id = await submit({ type: 'snippet', content: 'one\ntwo\n', path: 'a.js', startLine: 100 });
    const { issues: found } = await resultsOf(id);
    assert.equal(found[0]?.startLine, 101);
    assert.equal(found[0]?.codeFlows[0]?.steps[0]?.range.startLine, 101);
  });

  it('report of a diff only what lies on added lines', async () => {
    const diff = [
      'diff --git a/src/a.js b/src/a.js',
      '--- a/src/a.js',
      '+++ b/src/a.js',
      '@@ -1,3 +1,4 @@',
      ' first',
      '-old',
      '+second',
      '+third',
      ' fourth',
      '',
    ].join('\n');
    finds(
      finding({ fingerprint: 'context', file: 'src/a.js', range: lines(1) }),
      finding({ fingerprint: 'added', file: 'src/a.js', range: lines(3) }),
      finding({ fingerprint: 'over', file: 'src/a.js', range: lines(1, 2) }),
      finding({ fingerprint: 'after', file: 'src/a.js', range: lines(4) }),
      finding({ fingerprint: 'elsewhere', file: 'src/b.js', range: lines(3) }),
    );
    const files = [{ path: 'src/a.js', content: 'first\nsecond\nthird\nfourth\n' }];
    const { issues: found } = await resultsOf(await submit({ type: 'diff', diff, files }));
    assert.deepEqual(found.map((issue) => issue.fingerprint).sort(), ['added', 'over']);
    await service.refusal(
      codeScans.submitCodeScan,
      { submission: { type: 'diff', diff: 'no diff', files } },
      422,
    );
  });

  it('report of a diff with the files before it what the change brings, on whichever lines', async () => {
    const diff = [
      '--- a/src/old-name.js',
      '+++ b/src/a.js',
      '@@ -1,2 +1,2 @@',
      '-old',
      '+reformatted',
      ' fourth',
      '',
    ].join('\n');
    service.runner.script = async ({ root, on }) => {
      const isBefore = existsSync(join(root, 'src/old-name.js'));
      const found = isBefore
        ? [
            finding({ fingerprint: 'known', file: 'src/old-name.js', range: lines(1) }),
            finding({ fingerprint: 'left', file: 'src/other.js', range: lines(9) }),
          ]
        : [
            finding({ fingerprint: 'known', file: 'src/a.js', range: lines(1) }),
            finding({ fingerprint: 'left', file: 'src/a.js', range: lines(3) }),
            finding({ fingerprint: 'unguarded', file: 'src/a.js', range: lines(2) }),
          ];
      for (const each of found) on({ type: 'finding', finding: each });
      return undefined;
    };
    const submission: Submission = {
      type: 'diff',
      diff,
      files: [{ path: 'src/a.js', content: 'reformatted\nfourth\n' }],
      before: [{ path: 'src/old-name.js', content: 'old\nfourth\n' }],
    };
    const { issues: found } = await resultsOf(await submit(submission));
    assert.deepEqual(
      found.map((issue) => issue.fingerprint),
      ['unguarded'],
    );
  });

  it('take the sizes of both sides of a change together', async () => {
    const content = 'x'.repeat(6 * 1024 * 1024);
    const diff = '--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n+y\n';
    const submission: Submission = {
      type: 'diff',
      diff,
      files: [{ path: 'a', content }],
      before: [{ path: 'a', content }],
    };
    await service.refusal(codeScans.submitCodeScan, { submission }, 413);
  });

  it('find the same one after the other as each alone: kept workers know nothing of earlier submissions', async function () {
    this.timeout(120_000);
    const handler = (call: string) =>
      `const app = require('express')();\napp.get('/', (req, res) => { ${call} });\n`;
    const helper = "exports.run = (command) => require('child_process').exec(command);\n";
    const submissions: Submission[] = [
      {
        type: 'files',
        files: [{ path: 'a.js', content: handler("require('child_process').exec(req.query.q)") }],
      },
      {
        type: 'files',
        files: [
          { path: 'a.js', content: handler("require('./run').run(req.query.q)") },
          { path: 'run.js', content: helper },
        ],
      },
      // The same call without the helper: what it does is not known, and must not be remembered.
      { type: 'files', files: [{ path: 'a.js', content: handler("require('./run').run(req.query.q)") }] },
      { type: 'files', files: [{ path: 'a.js', content: handler('res.json({})') }] },
      { type: 'files', files: [{ path: 'b.py', content: 'import os\nos.system(input())\n' }] },
    ];
    const found = async (submission: Submission) => {
      const { issues: all } = await resultsOf(await submit(submission));
      return all.map(({ file, startLine, fingerprint }) => `${file}:${startLine} ${fingerprint}`).sort();
    };
    const kept = createScanRunner();
    service.runner.script = ({ root, on, signal }) => kept.scanFolder({ root, on, signal, again: false });
    const inTurn = [];
    for (const submission of submissions) inTurn.push(await found(submission));
    await kept.close();
    service.runner.script = async ({ root, on, signal }) => {
      const fresh = createScanRunner();
      const coverage = await fresh.scanFolder({ root, on, signal, again: false });
      await fresh.close();
      return coverage;
    };
    const alone = [];
    for (const submission of submissions) alone.push(await found(submission));
    assert.deepEqual(inTurn, alone);
    assert.deepEqual(
      alone.slice(0, 4).map((list) => list.length > 0),
      [true, true, false, false],
    );
  });

  it('tell how far they are', async () => {
    const held = gate();
    service.runner.script = async ({ on, signal }) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      on({ type: 'progress', phase: 'reading', done: 3, total: 7 });
      await waitAt(held.passed, signal);
      return undefined;
    };
    const codeScanId = await submit({ type: 'snippet', content: 'x', path: 'a.js' });
    for (;;) {
      const { codeScan } = await service.call(codeScans.getCodeScanStatus, { codeScanId });
      if (codeScan.progress) {
        assert.deepEqual(codeScan.progress, { phase: 'reading', filesDone: 3, filesTotal: 7 });
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    held.open();
    assert.equal((await resultsOf(codeScanId)).codeScan.progress, undefined);
  });

  it('make one issue of the sinks of a cause, under the name that the repository knows it by', async () => {
    const sink = (fingerprint: string): Finding =>
      finding({ fingerprint, source: { ...remote, cause: 'one' } });
    const repositoryId = await service.addRepository();
    finds(sink('b'));
    await service.scan(repositoryId);
    finds(sink('a'), sink('b'), sink('c'));
    const submission: Submission = { type: 'snippet', content: 'x', path: 'a.js' };
    const found = async (repository?: string) =>
      (await resultsOf(await submit(submission, repository))).issues.map(
        ({ fingerprint, flow }) => `${fingerprint} ${flow?.otherSinks ?? 0}`,
      );
    assert.deepEqual(await found(), ['a 2']);
    assert.deepEqual(await found(repositoryId), ['b 2']);
    const [open] = await service.issues();
    await service.call(issues.markFalsePositive, { issueIds: [open?.id ?? ''] });
    assert.deepEqual(await found(repositoryId), ['a 1'], 'the others were not decided about');
  });

  it('do not repeat what was dismissed in the repository that is named', async () => {
    const repositoryId = await service.addRepository();
    finds(finding({ fingerprint: 'dismissed' }), finding({ fingerprint: 'open' }));
    await service.scan(repositoryId);
    const dismissed = (await service.issues()).find((issue) => issue.fingerprint === 'dismissed');
    await service.call(issues.markFalsePositive, { issueIds: [dismissed?.id ?? ''] });
    const submission: Submission = { type: 'snippet', content: 'x', path: 'a.js' };
    const withTriage = await resultsOf(await submit(submission, repositoryId));
    assert.deepEqual(
      withTriage.issues.map((issue) => issue.fingerprint),
      ['open'],
    );
    assert.equal(withTriage.issues[0]?.repositoryName, 'project');
    const without = await resultsOf(await submit(submission));
    assert.equal(without.issues.length, 2);
  });

  it('analyse a file within its repository, as it is submitted, and write nothing', async () => {
    const repositoryId = await service.addRepository('flow');
    const folder = join(service.folder, 'work', 'flow');
    const sink =
      "const { exec } = require('node:child_process');\nexports.run = (text) => exec('ping ' + text);\n";
    const route = [
      "const app = require('express')();",
      "const { run } = require('./run');",
      "app.get('/ping', (request, response) => { run(request.query.host); response.end(); });",
      '',
    ].join('\n');
    writeFileSync(join(folder, 'run.js'), sink);
    writeFileSync(join(folder, 'route.js'), route);
    const real = createScanRunner();
    service.runner.script = (request) => real.scanFolder({ ...request, again: true });
    service.runner.withinScript = (request) => real.ask({ kind: 'within', ...request });
    const found = async (content: string, inRepository: boolean) => {
      const files = [{ path: 'run.js', content }];
      const { issues: all, coverage } = await resultsOf(
        await submit({ type: 'files', files, inRepository }, repositoryId),
      );
      assert.equal(coverage?.filesAnalysed, 1);
      return all.map((issue) => `${issue.file} ${issue.vulnClass} ${issue.fingerprint}`);
    };
    await service.scan(repositoryId);
    const known = (await service.issues())
      .filter(({ file }) => file === 'run.js')
      .map((issue) => `${issue.file} ${issue.vulnClass} ${issue.fingerprint}`);
    assert.equal(known.length, 1);
    assert.deepEqual(await found(sink, true), known);
    assert.deepEqual(await found(`// a line more\n${sink}`, true), known, 'wherever it is now');
    assert.deepEqual(await found(sink.replace("exec('ping ' + text)", 'text.length'), true), []);
    assert.deepEqual(await found(sink, true), known, 'what was tried is not kept');
    assert.equal(readFileSync(join(folder, 'run.js'), 'utf8'), sink);
    // What a scan of the folder does not read is analysed by itself.
    const files = [{ path: 'node_modules/run.js', content: sink }];
    await resultsOf(await submit({ type: 'files', files, inRepository: true }, repositoryId));
    await real.close();
    const submission: Submission = { type: 'files', files, inRepository: true };
    await service.refusal(codeScans.submitCodeScan, { submission }, 422);
  });

  it('refuse paths that are no place in a folder', async () => {
    const bad = [
      '../up.js',
      '/etc/passwd',
      'a/../../b',
      'C:\\x.js',
      'a//b',
      '.git/config',
      'a\0b',
      '..\\x',
      'dir/',
    ];
    for (const path of bad) {
      const submission: Submission = { type: 'files', files: [{ path, content: '' }] };
      await service.refusal(codeScans.submitCodeScan, { submission }, 422);
    }
    for (const paths of [
      ['a.js', './a.js'],
      ['a', 'a/b'],
      ['a/b', 'a'],
    ]) {
      const submission: Submission = { type: 'files', files: paths.map((path) => ({ path, content: '' })) };
      await service.refusal(codeScans.submitCodeScan, { submission }, 422);
    }
    assert.ok(!existsSync(join(service.folder, 'up.js')));
  });

  it('refuse more than they take, and take up to that', async () => {
    const content = 'x'.repeat(6 * 1024 * 1024);
    const files = (...names: string[]): Submission => ({
      type: 'files',
      files: names.map((path) => ({ path, content })),
    });
    await service.refusal(codeScans.submitCodeScan, { submission: files('a', 'b') }, 413);
    await service.refusal(codeScans.submitCodeScan, { submission: files('a', 'b', 'c', 'd') }, 413);
    await resultsOf(await submit(files('a')));
  });

  it('analyse what was submitted wherever it lies, whatever is ignored there', async function () {
    this.timeout(120_000);
    const real = createScanRunner();
    service.runner.script = ({ root, on, signal }) => real.scanFolder({ root, on, signal, again: false });
    const content = "app.get('/', (req, res) => require('child_process').exec(req.query.host));\n";
    const paths = [
      'node_modules/left/index.js',
      'dist/app.js',
      'vendor/x.js',
      'src/.venv/a.js',
      'generated/b.js',
      'c.min.js',
    ];
    const files = paths.map((path) => ({ path, content: `const app = require('express')();\n${content}` }));
    files.push({ path: '.gitignore', content: 'generated\n' }, { path: '.parapetignore', content: '*.js\n' });
    files.push({ path: 'package.json', content: '{}' });
    const { issues: found } = await resultsOf(await submit({ type: 'files', files }));
    await real.close();
    const commands = found.filter((issue) => issue.vulnClass === 'command-injection');
    assert.deepEqual(commands.map((issue) => issue.file).toSorted(), paths.toSorted());
  });

  it('can be cancelled, and have no results then', async () => {
    const held = gate();
    service.runner.script = async ({ signal }) => {
      await waitAt(held.passed, signal);
      return undefined;
    };
    const codeScanId = await submit({ type: 'snippet', content: 'x', path: 'a.js' });
    await service.refusal(codeScans.getCodeScanResults, { codeScanId }, 409);
    const { codeScan } = await service.call(codeScans.cancelCodeScan, { codeScanId });
    assert.equal(codeScan.status, 'CANCELLED');
    await service.refusal(codeScans.getCodeScanResults, { codeScanId }, 409);
    finds();
    await resultsOf(await submit({ type: 'snippet', content: 'x', path: 'a.js' }));
  });

  it('do not wait for a full scan', async () => {
    const held = gate();
    const repositoryId = await service.addRepository();
    service.runner.script = async ({ root, signal }) => {
      if (root.endsWith('project')) await waitAt(held.passed, signal);
      return undefined;
    };
    const scanId = await service.startScan(repositoryId);
    await resultsOf(await submit({ type: 'snippet', content: 'x', path: 'a.js' }));
    held.open();
    await service.waitForScan(scanId);
  });

  it('say why they failed', async () => {
    service.runner.script = async () => {
      throw new Error('The analyzer could not be loaded.');
    };
    const codeScan = await ended(await submit({ type: 'snippet', content: 'x', path: 'a.js' }));
    assert.equal(codeScan.status, 'FAILED');
    assert.equal(codeScan.errorMessage, 'The analyzer could not be loaded.');
  });

  it('have results for seven days', async () => {
    finds(finding({ fingerprint: 'old' }));
    const codeScanId = await submit({ type: 'snippet', content: 'x', path: 'a.js' });
    const { codeScan } = await resultsOf(codeScanId);
    assert.equal(Date.parse(codeScan.expiresAt) - Date.parse(codeScan.createdAt), 7 * 86_400_000);
    service.setNow(new Date(Date.parse(codeScan.expiresAt)));
    const { codeScan: later } = await service.call(codeScans.getCodeScanStatus, { codeScanId });
    assert.equal(later.status, 'EXPIRED');
    const body = await service.refusal(codeScans.getCodeScanResults, { codeScanId }, 409);
    assert.match(body.error, /expired/);
  });
});
