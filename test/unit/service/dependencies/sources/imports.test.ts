import assert from 'node:assert/strict';
import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  importAdvisories,
  readSnapshot,
} from '../../../../../src/service/dependencies/sources/snapshot-file.ts';
import { zipEntries } from '../../../../../src/service/dependencies/sources/zip.ts';
import { zipOf } from '../../../../support/zip.ts';

const record = (id: string, name = 'left'): string =>
  JSON.stringify({
    id,
    published: '2024-01-02T00:00:00Z',
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.5.0' }] }],
      },
    ],
  });

describe('imported advisories', () => {
  let folder = '';
  const inside = (...parts: string[]): string => path.join(folder, ...parts);
  const write = async (name: string, content: string | Uint8Array): Promise<string> => {
    await mkdir(path.dirname(inside(name)), { recursive: true });
    await writeFile(inside(name), content);
    return inside(name);
  };
  const importFrom = (...names: string[]) =>
    importAdvisories(
      names.map((name) => ({ path: inside(name), name })),
      inside('data', 'imported.br'),
    );
  const found = async (name: string): Promise<readonly string[] | undefined> =>
    (await readSnapshot(inside('data', 'imported.br'), 'test'))?.find('npm', name).map(({ id }) => id);

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parapet-import-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const [kind, options] of Object.entries({
    deflated: {},
    stored: { stored: true },
    'of ZIP64': { zip64: true },
    'with a comment': { comment: 'PK\x05\x06 is no end' },
  })) {
    it(`are read from an archive, ${kind}`, async () => {
      await write(
        'all.zip',
        zipOf({ 'a.json': record('TEST-1'), 'b/c.json': record('TEST-2'), 'd.txt': 'x' }, options),
      );
      assert.deepEqual(await importFrom('all.zip'), {
        advisories: 2,
        newest: '2024-01-02',
        skipped: 0,
        firstSkipped: [],
      });
      assert.deepEqual(await found('left'), ['TEST-1', 'TEST-2']);
      assert.deepEqual(await found('right'), []);
    });
  }

  it('are read from a folder of JSON and YAML, and what is no record is told', async () => {
    await write('folder/a.json', record('TEST-1'));
    await write(
      'folder/b/c.yaml',
      'id: TEST-2\naffected:\n- package: {ecosystem: npm, name: left}\n  versions: [1.0.0]\n',
    );
    await write('folder/broken.json', '{');
    await write('folder/bomb.yaml', `a: &a [x, x]\nb: &b [*a${', *a'.repeat(200)}]\n`);
    const result = await importFrom('folder');
    assert.equal(result.advisories, 2);
    assert.equal(result.skipped, 2);
    assert.ok(
      result.firstSkipped.includes('broken.json: It is no record of OSV.'),
      String(result.firstSkipped),
    );
    assert.deepEqual(await found('left'), ['TEST-1', 'TEST-2']);
  });

  it('stay as they are where the next import fails', async () => {
    await write('all.zip', zipOf({ 'a.json': record('TEST-1') }));
    await importFrom('all.zip');
    await write('page.zip', '<html>sign in</html>');
    await write('empty.zip', zipOf({ 'a.json': '{}' }));
    await assert.rejects(importFrom('page.zip'), /page\.zip is no archive of advisories/);
    await assert.rejects(importFrom('empty.zip'), /no advisory for an ecosystem/);
    await assert.rejects(importFrom('absent.zip'), /cannot be read/);
    assert.deepEqual(await found('left'), ['TEST-1']);
    assert.deepEqual(await readdir(inside('data')), ['imported.br']);
  });

  it('are none before the first import', async () => {
    assert.equal(await readSnapshot(inside('data', 'imported.br'), 'test'), undefined);
  });

  describe('an archive', () => {
    const readAll = async (name: string, entrySize = 1_000_000): Promise<readonly string[]> => {
      const file = await open(inside(name));
      try {
        const texts: string[] = [];
        for await (const entry of zipEntries(file, { entries: 10, entrySize })) {
          texts.push(Buffer.from(await entry.read()).toString());
        }
        return texts;
      } finally {
        await file.close();
      }
    };

    it('is refused where a file is larger than it may be, or than it says', async () => {
      const bytes = zipOf({ 'a.json': 'x'.repeat(100_000) });
      await write('large.zip', bytes);
      await assert.rejects(readAll('large.zip', 50_000), RangeError);
      const directory = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
      bytes.writeUInt32LE(100, directory + 24);
      await write('lying.zip', bytes);
      await assert.rejects(readAll('lying.zip'), SyntaxError);
    });

    it('is refused where it has too many files', async () => {
      await write(
        'many.zip',
        zipOf(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.json`, 'x']))),
      );
      await assert.rejects(readAll('many.zip'), RangeError);
    });

    it('is refused, and nothing worse, wherever it is damaged', async () => {
      const whole = zipOf({ 'a.json': record('TEST-1'), 'b.json': record('TEST-2') }, { zip64: true });
      await write('whole.zip', whole);
      assert.equal((await readAll('whole.zip')).length, 2);
      for (let at = 0; at < whole.length; at += 3) {
        await write(
          'flipped.zip',
          Uint8Array.from(whole, (byte, index) => (index === at ? byte ^ 255 : byte)),
        );
        await readAll('flipped.zip').catch((error: unknown) => {
          assert.ok(error instanceof SyntaxError || error instanceof RangeError, `${at}: ${error}`);
        });
        await write('cut.zip', whole.subarray(0, at));
        await assert.rejects(
          readAll('cut.zip'),
          (error) => error instanceof SyntaxError || error instanceof RangeError,
        );
      }
    });
  });

  it('keep no texts of their sources', async () => {
    await write(
      'folder/a.json',
      record('TEST-1').replace('{', '{"summary":"A secret text","details":"Another one",'),
    );
    await importFrom('folder');
    const snapshot = await readSnapshot(inside('data', 'imported.br'), 'test');
    assert.equal(snapshot?.find('npm', 'left')[0]?.summary, undefined);
    assert.ok((await readFile(inside('data', 'imported.br'))).length > 0);
  });
});
