import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSealer, keyOf, keyOfFolder, SealBroken } from '../../../../src/service/core/sealed.ts';
import { secretKeyOf } from '../../../../src/service/lifecycle/options.ts';

describe('sealed credentials', () => {
  const secret = 'glpat-the-token-ß';

  it('open with the same key and for the same purpose only', async () => {
    const key = randomBytes(32);
    const sealer = createSealer(key);
    const sealed = await sealer.seal(secret, 'installation 1');
    assert.ok(!sealed.includes('glpat'));
    assert.equal(await createSealer(key).open(sealed, 'installation 1'), secret);
    await assert.rejects(sealer.open(sealed, 'installation 2'), SealBroken);
    await assert.rejects(createSealer(randomBytes(32)).open(sealed, 'installation 1'), SealBroken);
  });

  it('differ each time, and do not open once altered', async () => {
    const sealer = createSealer(randomBytes(32));
    const [one, two] = [await sealer.seal(secret, 'a'), await sealer.seal(secret, 'a')];
    assert.notEqual(one, two);
    const bytes = Buffer.from(one.slice(3), 'base64url');
    for (const at of [0, 12, bytes.length - 1]) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      await assert.rejects(sealer.open(`v1.${altered.toString('base64url')}`, 'a'), SealBroken);
    }
    for (const broken of ['', 'v1.', 'v2.AAAA', 'x'])
      await assert.rejects(sealer.open(broken, 'a'), SealBroken);
  });

  it('have a key in the data folder that its owner alone reads, made once however many ask', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parapet-sealed-'));
    try {
      const keys = await Promise.all(Array.from({ length: 8 }, () => keyOfFolder(folder)));
      assert.equal(new Set(keys.map((key) => key.toString('hex'))).size, 1);
      assert.deepEqual(readdirSync(folder), ['secret.key']);
      if (process.platform !== 'win32')
        assert.equal(statSync(join(folder, 'secret.key')).mode & 0o777, 0o600);
      writeFileSync(join(folder, 'secret.key'), 'short');
      await assert.rejects(keyOfFolder(folder), /must hold 32 random bytes/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('take a key from the environment, and refuse a weak one without showing it', () => {
    const key = randomBytes(32);
    for (const form of ['base64', 'base64url', 'hex'] as const)
      assert.deepEqual(keyOf(`${key.toString(form)}\n`, 'x'), key);
    assert.equal(secretKeyOf({}), undefined);
    assert.throws(
      () => secretKeyOf({ PARAPET_SECRET_KEY: 'correct horse' }),
      (error: Error) => /PARAPET_SECRET_KEY/.test(error.message) && !error.message.includes('horse'),
    );
  });
});
