import assert from 'node:assert/strict';
import { contract } from '../../../../src/api/contract/index.ts';
import { finding } from '../support/findings.ts';
import { authHeaders, Harness } from '../support/harness.ts';

const { scans } = contract;

describe('lists of scans', () => {
  let service: Harness;
  beforeEach(async () => {
    service = await Harness.start();
  });
  afterEach(() => service[Symbol.asyncDispose]());

  it('are found by severity in any spelling, of several at once', async () => {
    const scanned = async (name: string, score: number) => {
      service.runner.script = async ({ on }) => {
        on({ type: 'finding', finding: finding({ fingerprint: name, score }) });
        return undefined;
      };
      return (await service.scan(await service.addRepository(name))).id;
    };
    const critical = await scanned('critical', 95);
    const low = await scanned('low', 20);
    for (const [query, expected] of [
      ['severity=Critical', [critical]],
      ['severity=CRITICAL', [critical]],
      ['severity=low&severity=critical', [low, critical]],
      ['severity=Low,cRITICAL', [low, critical]],
      ['severity=Medium,High', []],
    ] as const) {
      const response = await service.request(`/scans?${query}`, {
        headers: authHeaders(service.credentials),
      });
      assert.equal(response.status, 200, query);
      const { scans: found } = scans.listScans.response.parse(await response.json());
      assert.deepEqual(
        found.map(({ id }) => id),
        expected,
        query,
      );
    }
  });
});
