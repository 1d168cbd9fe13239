import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { Harness } from '../support/harness.ts';

const { startScans } = contract.scans;

describe('the policy of licences of a scan', () => {
  it('holds in later scans that name none, until one ends it', async () => {
    await using service = await Harness.start();
    const repositoryId = await service.addRepository('shop');
    const held: unknown[] = [];
    service.runner.script = async ({ licenses }) => {
      held.push(licenses);
      return undefined;
    };
    const scan = async (change: object) => {
      const { scans } = await service.call(startScans, { repositoryIds: [repositoryId], ...change });
      await service.waitForScan(scans[0]?.id ?? assert.fail());
    };
    await scan({});
    await scan({ licensePolicy: { deny: ['AGPL-3.0-only'] } });
    await scan({});
    await scan({ licensePolicy: null });
    await scan({});
    const policy = { allow: [], deny: ['AGPL-3.0-only'], unknown: 'ignore', severity: 'medium' };
    assert.deepEqual(held, [undefined, policy, policy, undefined, undefined]);
  });
});
