import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSnapshot } from '../../../../../src/engine/dependencies/advisories/snapshot-reader.ts';
import { importInThread } from '../../../../../src/service/dependencies/sources/import-in-thread.ts';
import {
  decompress,
  importAdvisories,
} from '../../../../../src/service/dependencies/sources/snapshot-file.ts';
import { headerOf } from '../../../../../src/service/dependencies/sources/snapshot-folder.ts';
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
  const importing = (name: string) => ({
    from: inside(name),
    title: name,
    file: inside('data', 'imported.br'),
  });
  const importFrom = (name: string) => importAdvisories(importing(name));
  const advisoriesOf = async (name: string) =>
    openSnapshot(await readFile(inside('data', 'imported.br')), 'test', decompress).find('npm', name);
  const found = async (name: string): Promise<readonly string[]> =>
    (await advisoriesOf(name)).map(({ id }) => id);

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
      assert.deepEqual(importFrom('all.zip'), {
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
    const result = importFrom('folder');
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
    importFrom('all.zip');
    await write('page.zip', '<html>sign in</html>');
    await write('empty.zip', zipOf({ 'a.json': '{}' }));
    assert.throws(() => importFrom('page.zip'), /page\.zip is no archive of advisories/);
    assert.throws(() => importFrom('empty.zip'), /no advisory for an ecosystem/);
    assert.throws(() => importFrom('absent.zip'), /cannot be read/);
    assert.deepEqual(await found('left'), ['TEST-1']);
    assert.deepEqual(await readdir(inside('data')), ['imported.br']);
  });

  it('are named after the databases that their ids name, each with its licence', async () => {
    await write('folder/a.json', record('GHSA-aaaa-bbbb-cccc'));
    await write('folder/b.json', record('GHSA-aaaa-bbbb-dddd'));
    await write('folder/c.json', record('ACME-1'));
    importFrom('folder');
    const { header } = headerOf(inside('data', 'imported.br'));
    const newest = '2024-01-02';
    assert.deepEqual(header.sources, [
      { name: 'GitHub Advisory Database', licence: 'CC-BY-4.0', newest, records: 2 },
      { name: 'folder', licence: 'NOASSERTION', newest, records: 1 },
    ]);
    assert.deepEqual((await advisoriesOf('left')).find(({ id }) => id === 'ACME-1')?.sources, ['folder']);
  });

  it('are read from no file that a link in the folder leads to', async () => {
    await write('elsewhere/a.json', record('TEST-1'));
    await write('folder/b.json', record('TEST-2'));
    await symlink(inside('elsewhere'), inside('folder', 'linked'));
    await symlink(inside('elsewhere', 'a.json'), inside('folder', 'linked.json'));
    assert.equal(importFrom('folder').advisories, 1);
  });

  it('are imported in a thread of their own, which can be ended', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 2_500 }, (_, at) => [`${at}.json`, record(`TEST-${at}`)]),
    );
    await write('all.zip', zipOf(files));
    const told: number[] = [];
    const result = await importInThread(importing('all.zip'), undefined, (records) => told.push(records));
    assert.deepEqual([result.advisories, told], [2_500, [1_000, 2_000]]);
    await assert.rejects(importInThread(importing('absent.zip')), /cannot be read/);
    const stop = new AbortController();
    const ending = importInThread(importing('all.zip'), stop.signal, () => stop.abort());
    await assert.rejects(ending, (error) => error === stop.signal.reason);
    assert.equal((await found('left')).length, 2_500);
  });

  describe('an archive', () => {
    const readAll = (name: string, entrySize = 1_000_000): readonly string[] => {
      const file = openSync(inside(name), 'r');
      try {
        return [...zipEntries(file, { entries: 10, entrySize })].map((entry) =>
          Buffer.from(entry.read()).toString(),
        );
      } finally {
        closeSync(file);
      }
    };

    it('is refused where a file is larger than it may be, or than it says', async () => {
      const bytes = zipOf({ 'a.json': 'x'.repeat(100_000) });
      await write('large.zip', bytes);
      assert.throws(() => readAll('large.zip', 50_000), RangeError);
      const directory = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'));
      bytes.writeUInt32LE(100, directory + 24);
      await write('lying.zip', bytes);
      assert.throws(() => readAll('lying.zip'), SyntaxError);
    });

    it('that is a bomb costs one record, and a record of 100 MB is not read', async () => {
      const zeros = `{"id": "TEST-2", "summary": "${'0'.repeat(100_000_000)}"}`;
      await write('bomb.zip', zipOf({ 'a.json': record('TEST-1'), 'bomb.json': zeros }));
      const { advisories, skipped, firstSkipped } = importFrom('bomb.zip');
      assert.deepEqual(
        [advisories, skipped, firstSkipped],
        [1, 1, ['bomb.json: A file in it is too large.']],
      );
    });

    it('writes nothing to where its names lead', async () => {
      await write(
        'names.zip',
        zipOf({ '../../evil.json': record('TEST-1'), '/etc/evil.json': record('TEST-2') }),
      );
      assert.equal(importFrom('names.zip').advisories, 2);
      assert.deepEqual((await readdir(folder)).sort(), ['data', 'names.zip']);
    });

    it('keeps what holds of a record with broken ranges', async () => {
      const broken = (events: readonly unknown[]) =>
        JSON.stringify({
          id: 'TEST-1',
          affected: [
            { package: { ecosystem: 'npm', name: 'left' }, ranges: [{ type: 'SEMVER', events }] },
            { package: { ecosystem: 'npm', name: 'left' }, versions: ['9.9.9'] },
          ],
        });
      await write(
        'broken.zip',
        zipOf({
          'a.json': broken([{ fixed: '1.0.0' }, 7, { introduced: {} }, { introduced: 'x'.repeat(10_000) }]),
        }),
      );
      assert.equal(importFrom('broken.zip').advisories, 1);
      const [advisory] = await advisoriesOf('left');
      assert.deepEqual(
        advisory?.affected.map(({ ranges, versions }) => [ranges, versions]),
        [[[], ['9.9.9']]],
      );
    });

    it('is refused where it has too many files', async () => {
      await write(
        'many.zip',
        zipOf(Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`${at}.json`, 'x']))),
      );
      assert.throws(() => readAll('many.zip'), RangeError);
    });

    it('is refused, and nothing worse, wherever it is damaged', async () => {
      const whole = zipOf({ 'a.json': record('TEST-1'), 'b.json': record('TEST-2') }, { zip64: true });
      await write('whole.zip', whole);
      assert.equal(readAll('whole.zip').length, 2);
      for (let at = 0; at < whole.length; at += 3) {
        await write(
          'flipped.zip',
          Uint8Array.from(whole, (byte, index) => (index === at ? byte ^ 255 : byte)),
        );
        try {
          readAll('flipped.zip');
        } catch (error) {
          assert.ok(error instanceof SyntaxError || error instanceof RangeError, `${at}: ${error}`);
        }
        await write('cut.zip', whole.subarray(0, at));
        assert.throws(
          () => readAll('cut.zip'),
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
    importFrom('folder');
    assert.equal((await advisoriesOf('left'))[0]?.summary, undefined);
  });
});
