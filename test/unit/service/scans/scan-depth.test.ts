import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contract } from '../../../../src/api/contract/index.ts';
import { createScanRunner } from '../../../support/bundled-worker.ts';
import { Harness } from '../support/harness.ts';

describe('a deeper scan', () => {
  let service: Harness;
  let real: ReturnType<typeof createScanRunner>;
  let repositoryId: string;

  beforeEach(async () => {
    service = await Harness.start();
    real = createScanRunner();
    service.runner.script = (scan) => real.scanFolder({ ...scan, again: true });
    repositoryId = await service.addRepository();
    const root = join(service.folder, 'work', 'project');
    mkdirSync(root, { recursive: true });
    const padding = Array.from({ length: 60_000 }, (_, line) => `// line ${line} of a file that is long`);
    writeFileSync(join(root, 'long.js'), `${padding.join('\n')}\neval(process.argv[2]);\n`);
  });
  afterEach(async () => {
    await real.close();
    await service[Symbol.asyncDispose]();
  });

  async function scan(depth?: 'deep') {
    const request = { repositoryIds: [repositoryId], ...(depth && { depth }) };
    const { scans } = await service.call(contract.scans.startScans, request);
    return service.waitForScan(scans[0]?.id ?? assert.fail('no scan was started'));
  }

  it('analyses what a standard one leaves out for its limits, and a standard one then keeps what it found', async () => {
    const standard = await scan();
    assert.equal(standard.depth, undefined);
    assert.deepEqual(
      standard.coverage?.skips.map(({ file, reason }) => [file, reason]),
      [['long.js', 'too-large']],
    );
    assert.equal((await service.issues()).length, 0);

    const deep = await scan('deep');
    assert.equal(deep.depth, 'deep');
    assert.deepEqual(deep.coverage?.skips, []);
    assert.equal((await service.issues()).length, 1);

    await scan();
    const [issue] = await service.issues();
    assert.equal(issue?.status, 'PENDING_REVIEW', 'what a scan did not look at, it does not resolve');
  });
});
