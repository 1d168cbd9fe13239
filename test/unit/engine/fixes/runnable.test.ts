import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JavaCompiler } from '../../../support/java-compiler.ts';
import { canRun, type Sample, samplesOf, tryOut } from '../../../support/runnable.ts';
import { fix } from './support.ts';

/** Every finding of the class fixed, one proven patch after the other, as somebody does who works through a file. */
async function patched({ path, text, vulnClass }: Sample): Promise<string> {
  let now = text;
  for (let patches = 0; ; patches++) {
    const outcome = await fix([{ path, text: now }], vulnClass).catch((error: unknown) => {
      if (patches === 0) throw error;
    });
    if (!outcome) return now;
    assert.equal(outcome.type, 'proven', JSON.stringify(outcome));
    if (outcome.type === 'proven') now = outcome.candidate.changes[0].after;
  }
}

describe('patches of programs that run', () => {
  const compiler = new JavaCompiler();
  let below: string;
  before(() => {
    below = mkdtempSync(join(tmpdir(), 'parapet-runnable-'));
  });
  after(async () => {
    await compiler[Symbol.asyncDispose]();
    rmSync(below, { recursive: true, force: true });
  });

  for (const language of ['javascript', 'python', 'java'] as const) {
    describe(language, () => {
      before(async function () {
        if (!(await canRun(language))) this.skip();
      });

      for (const sample of samplesOf(language)) {
        it(`${sample.name}: the exploit works before, fails after, and the behaviour holds`, async () => {
          const before = await tryOut(sample, sample.text, join(below, 'before'), compiler);
          assert.deepEqual(before, { behaviour: true, exploit: true });
          const text = await patched(sample);
          const after = await tryOut(sample, text, join(below, 'after'), compiler);
          assert.deepEqual(after, { behaviour: true, exploit: false }, text);
        });
      }
    });
  }

  it('there are at least forty of them, of all classes with many findings', () => {
    const samples = [...samplesOf('javascript'), ...samplesOf('python')];
    assert.ok(samples.length >= 40, String(samples.length));
    assert.ok(new Set(samples.map(({ vulnClass }) => vulnClass)).size >= 20);
  });
});
