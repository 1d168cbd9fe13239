import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import type { PatchRequest } from '../../../../src/service/analysis/patch-outcome.ts';
import { finding } from '../support/findings.ts';
import { Harness } from '../support/harness.ts';

const { patches } = contract;

/** A service with three issues in one file, of which a patch of the first ends the second. */
async function withIssues(harness: Harness): Promise<readonly string[]> {
  const folder = join(harness.folder, 'work', 'project', 'src');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'app.js'), 'code\n');
  const repositoryId = await harness.addRepository();
  harness.runner.script = async ({ on }) => {
    for (const fingerprint of ['one', 'two', 'three'])
      on({ type: 'finding', finding: finding({ fingerprint, title: fingerprint }) });
    return undefined;
  };
  await harness.scan(repositoryId);
  const issues = await harness.issues();
  return ['one', 'two', 'three'].map((title) => issues.find((issue) => issue.title === title)?.id ?? '');
}

async function ready(harness: Harness, issueId: string) {
  for (const until = performance.now() + 10_000; performance.now() < until; ) {
    const { patch } = await harness.call(patches.getPatch, { issueId });
    if (patch.status === 'READY') return patch;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  assert.fail('the patch is still being made');
}

describe('upgrades as patches', () => {
  const asked: PatchRequest['upgrade'][] = [];
  const started = async (ownSockets: boolean): Promise<Harness> => {
    const harness = await Harness.start({ ownSockets });
    harness.runner.patchScript = async ({ upgrade, file }) => {
      asked.push(upgrade);
      return {
        type: 'made',
        proven: true,
        patch: {
          title: 'Upgrade 2 vulnerable packages',
          explanation: 'Both are ended.',
          strategy: 'vulnerable-dependency/upgrade',
          files: [],
          evidence: {
            ...{ applies: true, parses: true, findingGone: true, nothingNew: true },
            ...{ newFindings: [], alsoGone: 1 },
          },
          resolves: [
            { file, fingerprint: 'two' },
            { file, fingerprint: 'gone meanwhile' },
          ],
        },
      };
    };
    return harness;
  };

  it('name the issues that they end, which are being patched with them', async () => {
    await using harness = await started(true);
    const [one = '', two = ''] = await withIssues(harness);
    const upgrade = { packages: 'ALL_SAFE', runPackageManager: true } as const;
    await harness.call(patches.generatePatch, { issueId: one, upgrade });
    const patch = await ready(harness, one);
    assert.deepEqual([patch.resolves, asked.at(-1)], [[two], upgrade]);
    await harness.call(patches.approvePatch, { issueId: one });
    const statuses = new Map((await harness.issues()).map(({ title, status }) => [title, status]));
    assert.deepEqual(
      ['one', 'two', 'three'].map((title) => statuses.get(title)),
      ['PATCHING', 'PATCHING', 'PENDING_REVIEW'],
    );
  });

  it('run no package manager on a service for several people', async () => {
    await using harness = await started(false);
    const [issueId = ''] = await withIssues(harness);
    const before = asked.length;
    const { issues } = await harness.refusal(
      patches.generatePatch,
      { issueId, upgrade: { runPackageManager: true } },
      422,
    );
    assert.equal(issues?.[0]?.path, 'upgrade.runPackageManager');
    assert.equal(asked.length, before);
    await harness.call(patches.generatePatch, { issueId, upgrade: {} });
    await ready(harness, issueId);
    assert.deepEqual(asked.at(-1), { packages: 'ONE', runPackageManager: false });
  });
});
