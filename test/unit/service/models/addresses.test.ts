import assert from 'node:assert/strict';
import { checkAddress } from '../../../../src/service/models/addresses.ts';

describe('the address of a model', () => {
  const allowed = async (url: string, mayBePrivate: boolean): Promise<boolean> =>
    checkAddress(new URL(url), mayBePrivate).then(
      () => true,
      () => false,
    );

  for (const [url, own, team] of [
    ['http://127.0.0.1:11434/v1', true, false],
    ['http://localhost:11434/v1', true, false],
    ['http://[::1]:8080/v1', true, false],
    ['http://192.168.1.20:11434/v1', true, false],
    ['https://10.1.2.3/v1', true, false],
    ['https://[fd12::1]/v1', true, false],
    ['https://1.1.1.1/v1', true, true],
    ['http://1.1.1.1/v1', false, false],
    ['https://169.254.169.254/latest', false, false],
    ['http://[::ffff:169.254.169.254]/latest', false, false],
    ['https://0.0.0.0/v1', false, false],
    ['https://[fe80::1]/v1', false, false],
    ['https://[fd00:ec2::254]/v1', false, false],
    ['https://user:pass@1.1.1.1/v1', false, false],
  ] as const) {
    it(`${url}: ${own ? 'reached' : 'refused'} from one’s own machine, ${team ? 'reached' : 'refused'} from a team’s service`, async () => {
      assert.equal(await allowed(url, true), own);
      assert.equal(await allowed(url, false), team);
    });
  }
});
