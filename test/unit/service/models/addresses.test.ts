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

  it('is left to the operator’s proxy where the name has none here, unless only a local network has it', async () => {
    const before = process.env['HTTPS_PROXY'];
    try {
      delete process.env['HTTPS_PROXY'];
      assert.equal(await allowed('https://models.example/v1', false), false);
      process.env['HTTPS_PROXY'] = 'http://proxy.example:3128';
      assert.equal(await allowed('https://models.example/v1', false), true);
      for (const host of ['models', 'models.internal', '10.1.2.3'])
        assert.equal(await allowed(`https://${host}/v1`, false), false, host);
    } finally {
      if (before === undefined) delete process.env['HTTPS_PROXY'];
      else process.env['HTTPS_PROXY'] = before;
    }
  });
});
