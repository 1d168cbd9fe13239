import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { renameSync, symlinkSync } from 'node:fs';
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { ServiceCalls } from '../../../src/agent/tool.ts';
import type { Endpoint, ResponseOf } from '../../../src/api/contract/endpoint.ts';
import { approvePatch, getPatch, type PatchedFile } from '../../../src/api/contract/patches.ts';
import { Folder } from '../../../src/mcp/folder.ts';

const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const sha = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const { signal } = new AbortController();

/** A service with a patch of these files. */
function serviceWith(files: readonly PatchedFile[], called: string[] = []): ServiceCalls {
  return {
    call: async <E extends Endpoint>(endpoint: E): Promise<ResponseOf<E>> => {
      called.push(endpoint.id);
      const patch = { issueId: id, status: 'READY', validation: 'PASSED', files, diff: '', forced: false };
      return endpoint.response.parse({ patch }) as ResponseOf<E>;
    },
  };
}

/** Replaces one line of a text. */
function lineChange(name: string, before: string, line: number, newText: string): PatchedFile {
  const lines = before.split('\n');
  const old = (lines[line - 1] ?? '').replace(/\r$/, '').replace(/^\ufeff/, '');
  const after = lines
    .map((each, index) => (index === line - 1 ? each.replace(old, () => newText) : each))
    .join('\n');
  return {
    path: name,
    baseSha256: sha(before),
    patchedSha256: sha(after),
    diff: '',
    edits: [{ startLine: line, startColumn: 1, endLine: line, endColumn: old.length + 1, newText }],
  };
}

describe('a patch, applied to a folder without an editor', () => {
  let root = '';
  const read = (name: string) => readFile(path.join(root, name), 'utf8');
  const apply = (files: readonly PatchedFile[], called?: string[]) =>
    new Folder(root, serviceWith(files, called), undefined).applyPatch(id, signal);

  beforeEach(async () => {
    root = path.join(await mkdtemp(path.join(tmpdir(), 'parapet-folder-')), 'project');
    await mkdir(path.join(root, 'src'), { recursive: true });
  });
  afterEach(() => rm(path.dirname(root), { recursive: true, force: true }));

  it('changes the files, keeps their modes, tells the service, leaves nothing beside them', async () => {
    await writeFile(path.join(root, 'src/run.sh'), 'one\ntwo\n');
    await chmod(path.join(root, 'src/run.sh'), 0o755);
    await writeFile(path.join(root, 'b.js'), 'three\n');
    const called: string[] = [];
    const said = await apply(
      [lineChange('src/run.sh', 'one\ntwo\n', 2, 'TWO'), lineChange('b.js', 'three\n', 1, '')],
      called,
    );
    assert.match(said, /`src\/run\.sh`\n- `b\.js`/);
    assert.deepEqual([await read('src/run.sh'), await read('b.js')], ['one\nTWO\n', '\n']);
    assert.equal((await stat(path.join(root, 'src/run.sh'))).mode & 0o777, 0o755);
    assert.deepEqual(called, [getPatch.id, approvePatch.id]);
    assert.deepEqual((await readdir(root)).toSorted(), ['b.js', 'src']);
  });

  it('of any text: ends of lines, byte order marks and the last line stay', async () => {
    const line = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((text) => !/[\r\n\ufeff]/.test(text));
    const text = fc
      .tuple(fc.array(line, { minLength: 1, maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
      .map(([lines, end, hasMark]) => `${hasMark ? '\ufeff' : ''}${lines.join(end)}`);
    await fc.assert(
      fc.asyncProperty(text, fc.nat(5), line, async (before, at, newText) => {
        const number = (at % before.split('\n').length) + 1;
        const lines = before.split('\n');
        const old = (lines[number - 1] ?? '').replace(/\r$/, '');
        const mark = old.startsWith('\ufeff') ? '\ufeff' : '';
        const end = (lines[number - 1] ?? '').endsWith('\r') ? '\r' : '';
        lines[number - 1] = `${mark}${newText}${end}`;
        const after = lines.join('\n');
        await writeFile(path.join(root, 'a.js'), before);
        const width = old.length - mark.length;
        const edits = [{ startLine: number, startColumn: 1, endLine: number, endColumn: width + 1, newText }];
        await apply([{ path: 'a.js', baseSha256: sha(before), patchedSha256: sha(after), diff: '', edits }]);
        assert.equal(await read('a.js'), after);
      }),
      { numRuns: 60 },
    );
  });

  it('is refused as a whole where one file is not what it was made for', async () => {
    await writeFile(path.join(root, 'a.js'), 'one\n');
    await writeFile(path.join(root, 'b.js'), 'edited since\n');
    const files = [lineChange('a.js', 'one\n', 1, 'ONE'), lineChange('b.js', 'two\n', 1, 'TWO')];
    await assert.rejects(apply(files), /`b\.js` was changed since/);
    assert.deepEqual([await read('a.js'), await read('b.js')], ['one\n', 'edited since\n']);
  });

  it('is refused where its edits do not make what was proven', async () => {
    await writeFile(path.join(root, 'a.js'), 'one\n');
    const file = { ...lineChange('a.js', 'one\n', 1, 'ONE'), patchedSha256: sha('something else') };
    await assert.rejects(apply([file]), /not the one that was proven/);
    assert.equal(await read('a.js'), 'one\n');
  });

  it('is refused for whatever is no plain file of the folder', async () => {
    const outside = path.join(path.dirname(root), 'outside.js');
    await writeFile(outside, 'one\n');
    await symlink(outside, path.join(root, 'link.js'));
    await symlink(path.dirname(root), path.join(root, 'up'));
    for (const name of [
      '../outside.js',
      'src/../../outside.js',
      outside,
      'link.js',
      'up/outside.js',
      'src',
      'gone.js',
      '',
    ]) {
      await assert.rejects(apply([lineChange(name, 'one\n', 1, 'ONE')]), /no plain file/, name);
    }
    assert.equal(await readFile(outside, 'utf8'), 'one\n');
  });

  it('is refused for what git or an editor runs, by its name, a link or a second name on the disk', async () => {
    await mkdir(path.join(root, '.git'));
    await writeFile(path.join(root, '.git/config'), 'one\n');
    await symlink('.git', path.join(root, 'notes'));
    for (const name of ['.git/config', '.GIT/config', 'notes/config'])
      await assert.rejects(
        apply([lineChange(name, 'one\n', 1, 'ONE')]),
        /may run what is written there/,
        name,
      );
    await link(path.join(root, '.git/config'), path.join(root, 'src/second.js'));
    await assert.rejects(apply([lineChange('src/second.js', 'one\n', 1, 'ONE')]), /hard link/);
    assert.equal(await read('.git/config'), 'one\n');
  });

  it('changes nothing where a link is put in the place of a folder after it was looked at', async () => {
    await mkdir(path.join(root, '.git'));
    await writeFile(path.join(root, '.git/config'), 'one\n');
    await writeFile(path.join(root, 'src/config'), 'one\n');
    const file = lineChange('src/config', 'one\n', 1, 'ONE');
    const service = serviceWith([file]);
    // The signal is looked at between reading and writing.
    const swapped = Object.create(signal, {
      throwIfAborted: {
        value: () => {
          renameSync(path.join(root, 'src'), path.join(root, 'was'));
          symlinkSync('.git', path.join(root, 'src'));
        },
      },
    }) as AbortSignal;
    await assert.rejects(new Folder(root, service, undefined).applyPatch(id, swapped), /replaced meanwhile/);
    assert.equal(await read('.git/config'), 'one\n');
    assert.equal(await read('was/config'), 'one\n');
  });
});
