import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { applyPatch } from 'diff';
import { contract } from '../../../../src/api/contract/index.ts';
import type { PatchOutcome } from '../../../../src/service/analysis/patch-outcome.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';
import { gate, waitAt } from '../support/scripted-runner.ts';

const { patches } = contract;

const code = "const db = require('mysql').createConnection({});\ndb.query('SELECT 1');\n";
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function made(proven: boolean): PatchOutcome {
  return {
    type: 'made',
    proven,
    patch: {
      title: 'Bind the value',
      explanation: 'It is bound.',
      strategy: 'sql-injection/bound-values',
      files: [
        {
          path: 'src/app.js',
          baseSha256: sha256(code),
          patchedSha256: sha256(`${code}//\n`),
          diff: '--- a/src/app.js\n+++ b/src/app.js\n',
          edits: [{ startLine: 1, startColumn: 1, endLine: 1, endColumn: 1, newText: '' }],
        },
      ],
      evidence: {
        applies: true,
        parses: true,
        findingGone: proven,
        nothingNew: true,
        newFindings: [],
        alsoGone: 2,
      },
    },
  };
}

/** A service with a repository of one file, in which one issue is known. */
async function withIssue(harness: Harness): Promise<string> {
  const folder = join(harness.folder, 'work', 'project', 'src');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'app.js'), code);
  const repositoryId = await harness.addRepository();
  harness.runner.script = async ({ on }) => {
    on({ type: 'finding', finding: finding({ fingerprint: 'one' }) });
    return undefined;
  };
  await harness.scan(repositoryId);
  const [issue] = await harness.issues();
  return issue?.id ?? assert.fail('no issue');
}

async function settled(harness: Harness, issueId: string) {
  for (const until = performance.now() + 10_000; performance.now() < until; ) {
    const { patch } = await harness.call(patches.getPatch, { issueId });
    if (!['QUEUED', 'GENERATING', 'VALIDATING'].includes(patch.status)) return patch;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail('the patch is still being made');
}

describe('patches', () => {
  let harness: Harness;
  let issueId: string;

  beforeEach(async () => {
    harness = await Harness.start();
    issueId = await withIssue(harness);
  });

  afterEach(async () => {
    await harness[Symbol.asyncDispose]();
  });

  it('are made, proven and shown with their issue, stage by stage', async () => {
    const { passed, open } = gate();
    harness.runner.patchScript = async ({ on, signal, file, fingerprint }) => {
      assert.deepEqual([file, fingerprint], ['src/app.js', 'one']);
      on('searching');
      await waitAt(passed, signal);
      on({ checking: 2, of: 3 });
      return made(true);
    };
    const { patches: queued } = await harness.call(patches.generatePatch, { issueId });
    assert.deepEqual(
      queued.map(({ issueId: id, status }) => [id, status]),
      [[issueId, 'QUEUED']],
    );
    for (let stage = ''; stage !== 'Looking for a change'; ) {
      const { patches: states } = await harness.call(patches.patchStatuses, { issueIds: [issueId] });
      stage = states[0]?.stage ?? '';
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    assert.equal((await harness.issues())[0]?.patch?.status, 'GENERATING');
    open();
    const patch = await settled(harness, issueId);
    assert.deepEqual(
      [patch.status, patch.validation, patch.stage, patch.current],
      ['READY', 'PASSED', undefined, true],
    );
    assert.deepEqual(
      patch.evidence?.checks.map(({ name, status }) => `${name} ${status}`),
      ['applies PASSED', 'parses PASSED', 'findingGone PASSED', 'nothingNew PASSED'],
    );
    assert.equal(patch.evidence?.alsoResolved, 2);
    assert.equal(patch.diff, patch.files[0]?.diff);
    assert.equal(
      (await harness.call(contract.issues.getIssue, { id: issueId })).issue.patch?.status,
      'READY',
    );
  });

  it('that are not proven are failed, and kept only when forced', async () => {
    harness.runner.patchScript = async () => made(false);
    await harness.call(patches.generatePatch, { issueId });
    const failed = await settled(harness, issueId);
    assert.deepEqual([failed.status, failed.validation, failed.files], ['FAILED', 'FAILED', []]);
    assert.match(failed.errorMessage ?? '', /still found/);
    await harness.call(patches.generatePatch, { issueId, force: true });
    const forced = await settled(harness, issueId);
    assert.deepEqual(
      [forced.status, forced.validation, forced.forced, forced.files.length],
      ['READY', 'FAILED', true, 1],
    );
  });

  it('that cannot be made say why, and are tried again only when forced', async () => {
    harness.runner.patchScript = async () => ({
      type: 'unpatchable',
      reason: 'The whole command comes from outside.',
    });
    await harness.call(patches.generatePatch, { issueId });
    const patch = await settled(harness, issueId);
    assert.deepEqual(
      [patch.status, patch.errorMessage],
      ['UNPATCHABLE', 'The whole command comes from outside.'],
    );
    const refusal = await harness.refusal(patches.generatePatch, { issueIds: [issueId] }, 409);
    assert.match(refusal.error, /whole command.*force/);
    assert.equal(refusal.issues?.[0]?.path, 'issueIds[0]');
    harness.runner.patchScript = async () => made(true);
    await harness.call(patches.generatePatch, { issueId, force: true });
    assert.equal((await settled(harness, issueId)).status, 'READY');
  });

  it('of one issue are made once, however often they are asked for', async () => {
    const { passed, open } = gate();
    let runs = 0;
    harness.runner.patchScript = async ({ signal }) => {
      runs++;
      await waitAt(passed, signal);
      return made(true);
    };
    const [first] = (await harness.call(patches.generatePatch, { issueId })).patches;
    const [second] = (await harness.call(patches.generatePatch, { issueId, force: true })).patches;
    assert.equal(second?.id, first?.id);
    open();
    await settled(harness, issueId);
    assert.equal(runs, 1);
    const [again] = (await harness.call(patches.generatePatch, { issueId })).patches;
    assert.notEqual(again?.id, first?.id);
    await settled(harness, issueId);
    assert.equal(runs, 2);
  });

  it('that are cancelled leave what there was before', async () => {
    harness.runner.patchScript = async () => made(true);
    await harness.call(patches.generatePatch, { issueId });
    const before = await settled(harness, issueId);
    let aborted = false;
    harness.runner.patchScript = async ({ signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      await waitAt(new Promise(() => undefined), signal);
      return made(false);
    };
    await harness.call(patches.generatePatch, { issueId });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { patches: cancelled } = await harness.call(patches.cancelPatch, { issueIds: [issueId] });
    assert.deepEqual([cancelled[0]?.status, cancelled[0]?.id], ['READY', before.id]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.ok(aborted);
    assert.deepEqual(await settled(harness, issueId), before);
  });

  it('that were being made when the service was killed are made at its next start', async () => {
    harness.runner.patchScript = ({ signal }) =>
      waitAt(new Promise(() => undefined), signal).then(() => made(true));
    await harness.call(patches.generatePatch, { issueId });
    await new Promise((resolve) => setTimeout(resolve, 20));
    await using next = await harness.asAfterKill();
    next.runner.patchScript = async () => made(true);
    assert.match((await settled(next, issueId)).status, /READY|UNPATCHABLE/);
  });

  it('fail with what went wrong', async () => {
    harness.runner.patchScript = async () => {
      throw new Error('The analyzer could not be started.');
    };
    await harness.call(patches.generatePatch, { issueId });
    const patch = await settled(harness, issueId);
    assert.deepEqual([patch.status, patch.errorMessage], ['FAILED', 'The analyzer could not be started.']);
  });

  it('say when the file is other than they were made for', async () => {
    harness.runner.patchScript = async () => made(true);
    await harness.call(patches.generatePatch, { issueId });
    assert.equal((await settled(harness, issueId)).current, true);
    writeFileSync(join(harness.folder, 'work/project/src/app.js'), 'changed\n');
    assert.equal((await settled(harness, issueId)).current, false);
  });

  it('are approved once they are ready: the issue is being patched, which its history says', async () => {
    await harness.refusal(patches.approvePatch, { issueId }, 409);
    harness.runner.patchScript = async () => made(true);
    await harness.call(patches.generatePatch, { issueId });
    await settled(harness, issueId);
    const { patch } = await harness.call(patches.approvePatch, { issueId });
    assert.ok(patch.approvedAt && patch.approvedBy);
    assert.equal((await harness.issues())[0]?.status, 'PATCHING');
  });

  it('of many issues are taken whole or not at all, and answered in the order asked for', async () => {
    const other = crypto.randomUUID();
    const refusal = await harness.refusal(patches.generatePatch, { issueIds: [issueId, other] }, 422);
    assert.equal(refusal.issues?.[0]?.path, 'issueIds[1]');
    assert.equal((await settled(harness, issueId)).status, 'NONE');
    await harness.refusal(patches.patchStatuses, { issueIds: [other] }, 422);
    await harness.refusal(patches.generatePatch, { issueId: other }, 404);
    const tooMany = Array.from({ length: 101 }, () => issueId);
    await harness.refusal(patches.patchStatuses, { issueIds: tooMany }, 400);
    const { patches: states } = await harness.call(patches.patchStatuses, { issueIds: [issueId, issueId] });
    assert.deepEqual(
      states.map((state) => state.issueId),
      [issueId, issueId],
    );
    assert.deepEqual((await harness.call(patches.patchStatuses, { issueIds: [] })).patches, []);
  });
});

describe('patches of real code', () => {
  const app = (eol: string): string =>
    [
      "const express = require('express');",
      "const db = require('mysql').createConnection({});",
      'const app = express();',
      "app.get('/', (req, res) => db.query('SELECT * FROM t WHERE a = ' + req.query.a));",
    ].join(eol);
  let harness: Harness;
  let real: ReturnType<typeof createScanRunner>;
  let root: string;

  beforeEach(async () => {
    harness = await Harness.start();
    real = createScanRunner();
    root = join(harness.folder, 'work', 'project');
    mkdirSync(root, { recursive: true });
    harness.runner.script = (scan) => real.scanFolder({ ...scan, again: true });
    harness.runner.patchScript = (request) => real.ask({ kind: 'patch', ...request });
  });

  afterEach(async () => {
    await real.close();
    await harness[Symbol.asyncDispose]();
  });

  async function patched(files: Readonly<Record<string, string | Uint8Array>>) {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
    await harness.scan(await harness.addRepository());
    const issue = (await harness.issues()).find(({ vulnClass }) => vulnClass === 'sql-injection');
    return issue?.id ?? assert.fail('nothing was found');
  }

  it('lead from the bytes that are there to those they name, and the issue is gone with them', async () => {
    const text = app('\r\n');
    const issueId = await patched({ 'app.js': text });
    await harness.call(patches.generatePatch, { issueId });
    const patch = await settled(harness, issueId);
    assert.deepEqual([patch.status, patch.validation], ['READY', 'PASSED'], patch.errorMessage);
    const [file] = patch.files;
    assert.equal(file?.baseSha256, sha256(text));
    const after = applyPatch(text, file?.diff ?? '', { fuzzFactor: 0, autoConvertLineEndings: false });
    assert.ok(after);
    assert.equal(file?.patchedSha256, sha256(after));
    assert.equal(readFileSync(join(root, 'app.js'), 'utf8'), text);
    writeFileSync(join(root, 'app.js'), after);
    const [repository] = (await harness.call(contract.repositories.listRepositories, {})).repositories;
    await harness.scan(repository?.id ?? '');
    const { issue } = await harness.call(contract.issues.getIssue, { id: issueId });
    assert.equal(issue.status, 'RESOLVED');
  });

  it('are known to be possible or not before they are asked for, with how to fix by hand what has none', async () => {
    const files = {
      'app.js': app('\n'),
      'run.js':
        "require('express')().get('/', (req, res) => res.json({ value: eval(req.query.formula) }));\n",
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
    const repositoryId = await harness.addRepository();
    await harness.scan(repositoryId);
    const of = async (vulnClass: string) =>
      (await harness.issues()).find((one) => one.vulnClass === vulnClass);
    assert.deepEqual((await of('sql-injection'))?.fixable, { by: 'MECHANICAL' });
    const evaluated = await of('code-injection');
    assert.equal(evaluated?.fixable?.by, 'NONE');
    assert.match(evaluated.fixable.reason ?? '', /^Parse the value/);
    const { issue } = await harness.call(contract.issues.getIssue, { id: evaluated.id });
    assert.equal(issue.howToFix?.before, 'eval(req.query.formula)');
    assert.match(issue.howToFix?.after ?? '', /Number\(req\.query\.formula\)/);
    // What the next scan sees is what it says.
    writeFileSync(
      join(root, 'run.js'),
      "require('express')().get('/', (req, res) => res.json({ value: eval(req.query.formula) * 2 }));\n",
    );
    await harness.scan(repositoryId);
    const open = (await harness.issues()).filter(
      ({ vulnClass, status }) => vulnClass === 'code-injection' && status !== 'RESOLVED',
    );
    assert.deepEqual(
      open.map(({ fixable }) => fixable?.by),
      ['MECHANICAL'],
    );
  });

  it('give each secret a variable of its own, and the same secret the same one, however they are applied', async () => {
    const text = (secret: string): string =>
      `const password = '${secret}';\nmodule.exports = { password };\n`;
    const [first, second] = ['hU7sK2mPq94xVb1z', 'zX9kq2Wm41LpR7tv'];
    const files = {
      'main.js': text(first),
      'app.js': text(second),
      'server.js': text(first),
      'index.js': text('pL3mN8qR5tV2xZ9w'),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
    writeFileSync(join(root, '.env'), 'PASSWORD_3=of-something-else\n');
    const repositoryId = await harness.addRepository();
    await harness.scan(repositoryId);
    const variableIn = async (file: string): Promise<string> => {
      // One secret is one issue, which stands where it is found first.
      const issueId = (await harness.issues()).find((issue) => issue.file === file)?.id ?? assert.fail(file);
      await harness.call(patches.generatePatch, { issueId });
      const patch = await settled(harness, issueId);
      assert.equal(patch.status, 'READY', patch.errorMessage);
      assert.doesNotMatch(JSON.stringify(patch.needs), /digest/);
      const diff = patch.files[0]?.diff ?? '';
      const after = applyPatch(readFileSync(join(root, file), 'utf8'), diff, { fuzzFactor: 0 });
      files[file as keyof typeof files] = after === false ? assert.fail(diff) : after;
      return patch.needs?.[0]?.environment ?? '';
    };
    // The first two before either is applied, the others after both are.
    const made = [await variableIn('main.js'), await variableIn('app.js')];
    for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
    await harness.scan(repositoryId);
    made.push(await variableIn('server.js'), await variableIn('index.js'));
    assert.equal(made[2], made[0]);
    assert.equal(new Set(made).size, 3, made.join());
    assert.ok(!made.includes('PASSWORD_3'), made.join());
    for (const name of made) assert.ok(name.includes('PASSWORD'), name);
  });

  it('are made one after the other without taking the changes of the one before for the code', async () => {
    const issueId = await patched({
      'app.js': `${app('\n')}\napp.get('/b', (req, res) => db.query('SELECT * FROM u WHERE b = ' + req.query.b));\n`,
    });
    const ids = (await harness.issues()).map(({ id }) => id);
    assert.ok(ids.includes(issueId) && ids.length === 2);
    await harness.call(patches.generatePatch, { issueIds: ids });
    for (const id of ids) {
      const patch = await settled(harness, id);
      assert.equal(patch.status, 'READY', patch.errorMessage);
      assert.equal(patch.files[0]?.diff.split('\n').filter((line) => line.startsWith('+')).length, 2);
    }
  });

  it('are not made for code that changed since the scan, is gone, or leads out of the folder', async () => {
    const issueId = await patched({ 'app.js': app('\n') });
    writeFileSync(join(root, 'app.js'), 'const nothing = 1;\n');
    await harness.call(patches.generatePatch, { issueId });
    assert.match((await settled(harness, issueId)).errorMessage ?? '', /does not have this issue any more/);
    const outside = join(harness.folder, 'outside.js');
    writeFileSync(outside, app('\n'));
    await harness.service.core.db
      .updateTable('issues')
      .set({ file: 'link.js' })
      .where('id', '=', issueId)
      .execute();
    symlinkSync(outside, join(root, 'link.js'));
    for (const file of ['link.js', '../outside.js', outside, 'gone.js']) {
      await harness.service.core.db.updateTable('issues').set({ file }).where('id', '=', issueId).execute();
      await harness.call(patches.generatePatch, { issueId, force: true });
      const patch = await settled(harness, issueId);
      assert.equal(patch.status, 'FAILED', file);
      assert.deepEqual(patch.files, [], file);
    }
  });

  it('leave files in other encodings alone', async () => {
    const text = `// caf\u00e9\n${app('\n')}`;
    const issueId = await patched({ 'app.js': Buffer.from(text, 'latin1') });
    await harness.call(patches.generatePatch, { issueId });
    assert.match((await settled(harness, issueId)).errorMessage ?? '', /UTF-8/);
  });
});
