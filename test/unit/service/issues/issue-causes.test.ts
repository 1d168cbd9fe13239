import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import { folded } from '../../../../src/engine/causes.ts';
import type { Finding } from '../../../../src/engine/finding.ts';
import { scanFolder } from '../../../../src/service/analysis/index.ts';
import { scanAssets } from '../../../support/bundled-worker.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const sink = (fingerprint: string): Finding => finding({ fingerprint });

describe('an issue with several sinks', () => {
  let service: Harness;
  let repositoryId: string;

  beforeEach(async () => {
    service = await Harness.start();
    repositoryId = await service.addRepository();
  });
  afterEach(async () => {
    await service[Symbol.asyncDispose]();
  });

  async function scan(...findings: readonly Finding[]): Promise<void> {
    service.runner.script = async ({ on }) => {
      for (const one of findings) on({ type: 'finding', finding: one });
      return undefined;
    };
    await service.scan(repositoryId);
  }

  /** Fingerprint, status and number of further sinks of each issue. */
  const issues = async () =>
    (await service.issues())
      .map(({ fingerprint, status, flow }) => `${fingerprint} ${status} ${flow?.otherSinks ?? 0}`)
      .toSorted();

  const dismiss = async (fingerprint: string): Promise<void> => {
    const issue = (await service.issues()).find((one) => one.fingerprint === fingerprint);
    await service.call(contract.issues.updateIssueStatuses, {
      issueIds: [issue?.id ?? ''],
      status: 'FALSE_POSITIVE',
    });
  };

  it('goes on as the issue that one of its sinks was', async () => {
    await scan(sink('b'));
    const [before] = await service.issues();
    await scan(folded([sink('a'), sink('b'), sink('c')]));
    assert.deepEqual(await issues(), ['b PENDING_REVIEW 2']);
    const [after] = await service.issues();
    assert.equal(after?.id, before?.id);
  });

  it('leaves one open of those that were issues of their own, and resolves the others', async () => {
    await scan(sink('a'), sink('b'), sink('c'));
    await scan(folded([sink('a'), sink('b'), sink('c')]));
    assert.deepEqual(await issues(), ['a PENDING_REVIEW 2', 'b RESOLVED 0', 'c RESOLVED 0']);
  });

  it('does not hide an open sink behind one that was dismissed', async () => {
    await scan(sink('a'), sink('b'), sink('c'));
    await dismiss('a');
    await scan(folded([sink('a'), sink('b'), sink('c')]));
    assert.deepEqual(await issues(), ['a FALSE_POSITIVE 0', 'b PENDING_REVIEW 1', 'c RESOLVED 0']);
  });

  it('is dismissed with the sinks that it has then, and not with later ones', async () => {
    await scan(folded([sink('a'), sink('b')]));
    await dismiss('a');
    await scan(folded([sink('a'), sink('b')]));
    assert.deepEqual(await issues(), ['a FALSE_POSITIVE 1']);
    await scan(folded([sink('a'), sink('b'), sink('new')]));
    assert.deepEqual(await issues(), ['a FALSE_POSITIVE 1', 'new PENDING_REVIEW 0']);
  });

  it('is dismissed with the files that it has then', async () => {
    const place = (file: string): Finding => finding({ fingerprint: 'a', file });
    await scan(folded([place('a.yml'), place('b.yml')]));
    await dismiss('a');
    await scan(folded([place('a.yml'), place('b.yml'), place('c.yml')]));
    const known = (await service.issues()).map(({ file, status }) => `${file} ${status}`);
    assert.deepEqual(known.toSorted(), ['a.yml FALSE_POSITIVE', 'c.yml PENDING_REVIEW']);
  });

  it('keeps a dismissal on another branch, and shows what is new there', async () => {
    await scan(folded([sink('a'), sink('b')]));
    await dismiss('a');
    service.runner.present = { branch: 'feature', commit: 'b'.repeat(40) };
    await scan(folded([sink('a'), sink('b'), sink('new')]));
    const ofBranch = (await service.issues()).filter((issue) => issue.scanTargetBranch === 'feature');
    assert.deepEqual(ofBranch.map(({ fingerprint, status }) => `${fingerprint} ${status}`).toSorted(), [
      'a FALSE_POSITIVE',
      'new PENDING_REVIEW',
    ]);
  });

  it('is found by a scan, with the ways to its sinks, and is the same after an edit', async function () {
    this.timeout(120_000);
    const root = join(service.folder, 'work', 'project');
    mkdirSync(root, { recursive: true });
    const write = (text: string): void => writeFileSync(join(root, 'app.js'), text);
    const app = (before: string, body: string): string => `const fs = require('fs');
const app = require('express')();
${before}app.get('/', (req) => {
  const { name } = req.query;
${body}});
`;
    const stat = "  fs.rmdir('/srv/' + name, () => {});\n";
    const remove = "  fs.unlink('/srv/' + name, () => {});\n";
    service.runner.script = ({ root: folder, on, signal }) =>
      scanFolder({ assets: scanAssets, root: folder, on, signal, workers: 1 });
    write(app('', stat + remove + remove));
    await service.scan(repositoryId);
    const [before, ...others] = await service.issues();
    assert.ok(before && others.length === 0, 'one issue');
    assert.equal(before.flow?.otherSinks, 2);
    const { issue } = await service.call(contract.issues.getIssue, { id: before.id });
    const ends = issue.codeFlows.map(({ steps }) => steps.at(-1)?.range.startLine);
    assert.deepEqual([...new Set(ends)], [5, 6, 7]);
    write(app('// A comment.\n', stat + remove + remove));
    await service.scan(repositoryId);
    const [after, ...more] = await service.issues();
    assert.equal(more.length, 0);
    assert.deepEqual([after?.id, after?.startLine], [before.id, 6]);
  });
});
