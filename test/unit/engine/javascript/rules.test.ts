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
});
