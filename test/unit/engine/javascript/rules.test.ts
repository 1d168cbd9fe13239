import assert from 'node:assert/strict';
import { rules } from '../../../../src/engine/languages/javascript/rules/index.ts';
import { lower } from './support.ts';

/** The structural findings of a text: class and the code they stand at. */
async function found(text: string): Promise<string[]> {
  const module = await lower(text);
  return rules
    .filter(({ words }) => words?.some((word) => text.toLowerCase().includes(word)) ?? true)
    .flatMap(({ find }) => [...find(module)])
    .map(({ vulnClass, at, end }) => `${vulnClass} ${text.slice(at, end)}`);
}

describe('JavaScript structural rules', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['const o = { rejectUnauthorized: false }', ['tls-verification-disabled rejectUnauthorized: false']],
    ['options.strictSSL = false', ['tls-verification-disabled options.strictSSL = false']],
    [
      'f({ checkServerIdentity: () => undefined })',
      ['tls-verification-disabled checkServerIdentity: () => undefined'],
    ],
    ['f({ checkServerIdentity: (host, cert) => check(host, cert) })', []],
    ['const o = { rejectUnauthorized: true, secure: false }', []],
    ['const token = Math.random().toString(36)', ['weak-random random()']],
    ['function newSessionId() { return "s" + Math.random() }', ['weak-random random()']],
    ['const makePassword = () => chars[Math.floor(Math.random() * n)]', ['weak-random random()']],
    ['const n = Math.random(); user.resetToken = String(n)', ['weak-random random()']],
    ['const x = Math.random() * width; const delay = Math.random()', []],
    ['function draw() { return Math.random() }', []],
    ['res.status(500).send(err.stack)', ['information-exposure send(err.stack)']],
    [
      'res.json({ error: e.message, trace: e.stack })',
      ['information-exposure json({ error: e.message, trace: e.stack })'],
    ],
    ['res.json({ env: process.env })', ['information-exposure json({ env: process.env })']],
    ['res.json({ trace: process.env.NODE_ENV === "production" ? undefined : err.stack })', []],
    // A name is no proof of where the program runs: reported, with little confidence.
    ['if (app.isDev) { res.send(err.stack) }', ['information-exposure send(err.stack)']],
    ['logger.error(err.stack); res.json({ mode: process.env.MODE })', []],
  ];
  for (const [text, expected] of cases) {
    it(text, async () => assert.deepEqual(await found(text), expected));
  }

  it('tells an unchecked certificate that a setting asks for with less confidence', async () => {
    const confidences = async (text: string): Promise<readonly (number | undefined)[]> => {
      const module = await lower(text);
      return rules.flatMap(({ find }) => [...find(module)]).map(({ confidence }) => confidence);
    };
    for (const doubtful of [
      'if (!settings.verifyTls()) options.rejectUnauthorized = false;',
      'const o = settings.insecure ? { rejectUnauthorized: false } : {};',
      'const o = { ...(allowSelfSigned && { rejectUnauthorized: false }) };',
      "const o = { rejectUnauthorized: process.env.DATABASE_CHECK === 'true' };",
      '_.defaults(this, given, { rejectUnauthorized: false });',
    ])
      assert.ok(
        (await confidences(doubtful)).every((each) => each !== undefined && each < 70),
        doubtful,
      );
    for (const sure of [
      'const o = { rejectUnauthorized: false };',
      'const o = ssl === true ? { tls: { rejectUnauthorized: false } } : {};',
      "if (url.startsWith('rediss://')) options.tls = { rejectUnauthorized: false };",
    ])
      assert.deepEqual(await confidences(sure), [undefined], sure);
    assert.deepEqual(
      await confidences("const o = { rejectUnauthorized: process.env.CHECK !== 'false' };"),
      [],
    );
  });
});
