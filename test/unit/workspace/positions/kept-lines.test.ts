import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { blobIdOf } from '../../../../src/api/blob-id.ts';
import { splitLines } from '../../../../src/workspace/code-text.ts';
import { CodeFinder } from '../../../../src/workspace/positions/file-placing.ts';
import { KeptLines } from '../../../../src/workspace/positions/kept-lines.ts';
import { ScannedTexts } from '../../../../src/workspace/positions/scanned-texts.ts';

const scanned = ['first', '  run(x);', 'middle', '  run(x);', 'const key = "hunter2";', 'last'].join('\n');
const name = blobIdOf(Buffer.from(scanned));

/** Where the second of two equal calls is in a text, by what is known of the scanned one. */
function second(base: string | undefined, present: string): number | string {
  const range = { startLine: 4, startColumn: 3, endLine: 4, endColumn: 10 };
  const place = new CodeFinder(base, splitLines(present)).find({ ...range, snippet: 'run(x);' });
  return place.kind === 'at' ? place.range.startLine : place.kind;
}

describe('lines kept over a reload', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'parapet-lines-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('tell which of two equal lines is which, in a text that no commit has', async () => {
    const file = { file: 'a.js', commitSha: null, blobId: name };
    const content = [Buffer.from(scanned)];
    await new ScannedTexts(undefined, new KeptLines(folder)).textOf(file, content);
    const present = [
      'new',
      'newer',
      ...scanned.split('\n').filter((_, index) => index !== 2 && index !== 5),
      '  run(x);',
    ].join('\n');
    // Another window.
    const later = new ScannedTexts(undefined, new KeptLines(folder));
    const base = await until(() => later.textOf(file, [Buffer.from(present)]));
    assert.equal(second(undefined, present), 4, 'without them it is taken for the first');
    assert.equal(second(base, present), 5);
  });

  it('say nothing of what stood in them', async () => {
    const kept = new KeptLines(folder);
    await kept.keep(name, scanned);
    const [stored = ''] = readdirSync(folder);
    const file = path.join(folder, stored);
    assert.doesNotMatch(readFileSync(file, 'utf8'), /hunter2|run|middle/);
    assert.equal(statSync(file).mode & 0o077, 0);
    const recalled = await kept.recall(name, 'middle\nother');
    assert.deepEqual(
      recalled?.split('\n').map((line) => line.startsWith('\0')),
      [true, true, false, true, true, true],
    );
    await kept.keep(name, scanned);
    const again = readFileSync(file, 'utf8');
    await kept.keep(name, scanned);
    assert.notEqual(readFileSync(file, 'utf8'), again, 'each text has a salt of its own');
  });

  it('are bounded', async () => {
    const kept = new KeptLines(folder);
    await kept.keep('a'.repeat(40), 'x\n'.repeat(20_001));
    assert.deepEqual(readdirSync(folder), []);
    for (let index = 0; index < 40; index++)
      writeFileSync(path.join(folder, String(index).padStart(40, '0')), 'x'.repeat(400_000));
    await kept.keep(name, scanned);
    const bytes = readdirSync(folder).reduce((sum, one) => sum + statSync(path.join(folder, one)).size, 0);
    assert.ok(bytes <= 8_000_000, String(bytes));
    assert.ok(await kept.recall(name, scanned));
  });

  it('that cannot be read or written are as if they were not there', async () => {
    const kept = new KeptLines(folder);
    writeFileSync(path.join(folder, name), 'salt\nnonsense');
    assert.equal(await kept.recall(name, scanned), undefined);
    assert.equal(await kept.recall('b'.repeat(40), scanned), undefined);
    assert.equal(await kept.recall('../../etc/passwd', scanned), undefined);
    const nowhere = new KeptLines(path.join(folder, name, 'below-a-file'));
    await nowhere.keep(name, scanned);
    assert.equal(await nowhere.recall(name, scanned), undefined);
  });
});

/** What is kept is written in the background. */
async function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 200; tries++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return assert.fail('nothing was kept');
}
