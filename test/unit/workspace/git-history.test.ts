import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import fc from 'fast-check';
import { splitLines } from '../../../src/workspace/code-text.ts';
import { GitHistory } from '../../../src/workspace/git-history.ts';
import { CodeFinder } from '../../../src/workspace/positions/file-placing.ts';
import { type ScannedFile, ScannedTexts } from '../../../src/workspace/positions/scanned-texts.ts';
import { presentPath, SeenRenames } from '../../../src/workspace/present-path.ts';
import { tries } from '../../support/thorough.ts';
import { edited, edits, firstLines, isRepeated, misjudged, where } from './positions/repeated-lines.ts';
import { TemporaryRepository } from './temporary-repository.ts';

const { signal } = new AbortController();
const lines = Array.from({ length: 30 }, (_, index) => `statement(${index}, "text");`);
const text = `${lines.join('\n')}\n`;

/** What a scanned file is called now, and where its lines are, through everything that the extension asks git. */
async function fileNow(
  repository: TemporaryRepository,
  scanned: ScannedFile,
  folder = '',
): Promise<
  | { readonly file: string; readonly lineOf: (line: number, snippet: string) => number | undefined }
  | undefined
> {
  const history = new GitHistory(repository.at(folder), signal);
  const disk = repository.disk(folder);
  const file = await presentPath(scanned, new SeenRenames(), history, disk);
  const content = file === undefined ? undefined : await disk.read(file);
  if (file === undefined || content === undefined) return undefined;
  const base = await new ScannedTexts(history).textOf(scanned, [content]);
  const finder = new CodeFinder(base, splitLines(content.toString()));
  const lineOf = (line: number, snippet: string) => {
    const range = { startLine: line + 1, startColumn: 1, endLine: line + 1 };
    const place = finder.find({ ...range, endColumn: snippet.length + 1, snippet });
    return place.kind === 'at' ? place.range.startLine - 1 : undefined;
  };
  return { file, lineOf };
}

/** The 0-based line where a scanned line is now. */
async function lineNow(
  repository: TemporaryRepository,
  scanned: ScannedFile & { readonly line: number; readonly snippet: string },
  folder = '',
): Promise<{ readonly file: string; readonly line: number | undefined } | undefined> {
  const now = await fileNow(repository, scanned, folder);
  return now && { file: now.file, line: now.lineOf(scanned.line, scanned.snippet) };
}

describe('what git knows of scanned code', () => {
  let repository: TemporaryRepository;
  let commitSha: string;

  beforeEach(() => {
    repository = new TemporaryRepository();
    repository.write('src/a.js', text);
    commitSha = repository.commit();
  });
  afterEach(() => repository[Symbol.dispose]());

  const scanned = (line: number, more: Partial<ScannedFile> = {}) => ({
    file: 'src/a.js',
    commitSha,
    line,
    snippet: lines[line] ?? '',
    ...more,
  });

  it('carries code from its commit to what is committed, staged and written since', async () => {
    repository.write('src/a.js', `one\n${text}`);
    repository.commit();
    repository.write('src/a.js', `zero\none\n${text}`);
    repository.git('add', '--all');
    repository.write('src/a.js', `new\nzero\none\n${text}`);
    assert.deepEqual(await lineNow(repository, scanned(7)), { file: 'src/a.js', line: 10 });
  });

  it('follows renames that were committed, staged, or made without git', async () => {
    repository.git('mv', 'src/a.js', 'src/b.js');
    assert.deepEqual(await lineNow(repository, scanned(7)), { file: 'src/b.js', line: 7 });
    repository.write('src/b.js', `one\n${text}`);
    repository.commit();
    assert.deepEqual(await lineNow(repository, scanned(7)), { file: 'src/b.js', line: 8 });
    repository.git('mv', 'src/b.js', 'c.js');
    assert.deepEqual(await lineNow(repository, scanned(7)), { file: 'c.js', line: 8 });
    repository.git('reset', '--quiet', '--hard', commitSha);
    repository.git('rm', '--quiet', '--cached', 'src/a.js');
    repository.git('commit', '--quiet', '--message=Remove');
    repository.write('other.js', 'nothing');
    repository.write('elsewhere/a.js', text);
    repository.git('clean', '--quiet', '--force', 'src');
    assert.deepEqual(await lineNow(repository, scanned(7)), { file: 'elsewhere/a.js', line: 7 });
  });

  it('follows a checkout of another branch, and back', async () => {
    repository.git('checkout', '--quiet', '-b', 'other');
    repository.git('mv', 'src/a.js', 'moved.js');
    repository.write('moved.js', text.replace('statement(7,', 'changed(7,'));
    repository.commit();
    assert.deepEqual(await lineNow(repository, scanned(7)), { file: 'moved.js', line: undefined });
    assert.deepEqual(await lineNow(repository, scanned(9)), { file: 'moved.js', line: 9 });
    repository.git('checkout', '--quiet', 'main');
    assert.deepEqual(await lineNow(repository, scanned(7)), { file: 'src/a.js', line: 7 });
  });

  it('knows a scan of uncommitted text by its content: on the disk, or once it was committed', async () => {
    const dirty = `run(1);\nmiddle\nrun(1);\n${text}`;
    repository.write('src/a.js', dirty);
    const blobId = repository.blobId('src/a.js');
    const code = { file: 'src/a.js', commitSha, blobId, line: 2, snippet: 'run(1);' };
    assert.equal((await lineNow(repository, code))?.line, 2);
    repository.commit();
    repository.write('src/a.js', dirty.replace('run(1);\nmiddle\n', 'middle\n'));
    assert.equal((await lineNow(repository, code))?.line, 1);
    assert.equal((await lineNow(repository, { ...code, line: 0 }))?.line, undefined);
  });

  it('remembers uncommitted text that it saw, when it is written over', async () => {
    const history = new GitHistory(repository.root, signal);
    const texts = new ScannedTexts(history);
    const dirty = Buffer.from(`dirty();\n${text}`);
    repository.write('src/a.js', dirty.toString());
    const file = { file: 'src/a.js', commitSha, blobId: repository.blobId('src/a.js') };
    assert.equal(await texts.textOf(file, [Buffer.from('else')]), undefined);
    assert.equal(await texts.textOf(file, [dirty]), dirty.toString());
    assert.equal(await texts.textOf(file, [Buffer.from('else')]), dirty.toString());
  });

  it('knows text that git stores with other line ends', async () => {
    repository.git('config', 'core.autocrlf', 'true');
    repository.write('src/a.js', text.replaceAll('\n', '\r\n'));
    const blobId = repository.blobId('src/a.js');
    repository.write('src/a.js', `new\r\n${text.replaceAll('\n', '\r\n')}`);
    assert.equal((await lineNow(repository, scanned(7, { blobId })))?.line, 8);
  });

  it('works in a sub-folder, with paths relative to it', async () => {
    repository.git('mv', 'src/a.js', 'src/b.js');
    repository.write('src/b.js', `one\n${text}`);
    repository.commit();
    assert.deepEqual(await lineNow(repository, scanned(7, { file: 'a.js' }), 'src'), {
      file: 'b.js',
      line: 8,
    });
  });

  it('works in a linked work tree, a submodule and a nested repository', async () => {
    repository.git('worktree', 'add', '--quiet', 'tree', '-b', 'tree');
    repository.write('tree/src/a.js', `one\n${text}`);
    assert.deepEqual(await lineNow(repository, scanned(7), 'tree'), { file: 'src/a.js', line: 8 });
    const [head] = await new GitHistory(repository.at('tree'), signal).headFiles();
    assert.ok(head && existsSync(`${head.folder}/${head.name}`) && head.folder.includes('worktrees'));
    using inner = new TemporaryRepository();
    inner.write('a.js', text);
    const innerCommit = inner.commit();
    repository.git('submodule', '--quiet', 'add', inner.root, 'sub');
    repository.gitIn('', 'clone', '--quiet', inner.root, 'nested');
    for (const folder of ['sub', 'nested']) {
      repository.write(`${folder}/a.js`, `one\n${text}`);
      const place = await lineNow(repository, scanned(3, { file: 'a.js', commitSha: innerCommit }), folder);
      assert.deepEqual(place, { file: 'a.js', line: 4 }, folder);
    }
  });

  it('falls back to what the code reads, where the commit is not there, or git is not', async () => {
    repository.write('src/a.js', `one\nrun();\n${text}\nrun();\n`);
    const absent = scanned(7, { commitSha: 'a'.repeat(40) });
    assert.equal((await lineNow(repository, absent))?.line, 9);
    const repeated = { ...absent, line: 3, snippet: 'run();' };
    assert.equal((await lineNow(repository, repeated))?.line, undefined, 'it would have to be guessed');
    using clone = new TemporaryRepository();
    repository.commit();
    clone.git('fetch', '--quiet', '--depth=1', `file://${repository.root}`, 'main');
    clone.git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
    assert.equal((await lineNow(clone, scanned(7)))?.line, 9, 'a shallow clone with a detached head');
    const path = process.env['PATH'];
    process.env['PATH'] = '';
    try {
      assert.equal((await lineNow(repository, scanned(7)))?.line, 9);
    } finally {
      process.env['PATH'] = path;
    }
  });

  it('passes nothing to git that a service made up', async () => {
    const history = new GitHistory(repository.root, signal);
    for (const commit of ['--output=/tmp/x', 'HEAD --help', 'main', '']) {
      assert.equal(await history.nameAt(commit, 'src/a.js'), undefined);
      assert.equal(await history.renamedTo(commit, 'src/a.js'), undefined);
      assert.equal(await history.content(commit), undefined);
    }
  });

  it('takes binary, renamed and very large files, and what git cannot read as text', async () => {
    repository.write('image.png', '\0\x01\x02'.repeat(1000));
    repository.write('large.js', 'x();\n'.repeat(1_200_000));
    repository.write('na\nme "ä".js', text);
    const commit = repository.commit();
    const history = new GitHistory(repository.root, signal);
    const texts = new ScannedTexts(history);
    assert.equal(await texts.textOf({ file: 'large.js', commitSha: commit }, []), undefined);
    assert.ok(await texts.textOf({ file: 'image.png', commitSha: commit }, []));
    assert.equal(await texts.textOf({ file: 'na\nme "ä".js', commitSha: commit }, []), text);
    repository.git('mv', 'na\nme "ä".js', 'image.png', 'src');
    assert.equal(await history.renamedTo(commit, 'na\nme "ä".js'), 'src/na\nme "ä".js');
  });

  it('runs nothing that the repository asks for', async () => {
    const trap = repository.at('trap.sh');
    const caught = repository.at('.git/caught');
    repository.write('trap.sh', `#!/bin/sh\ntouch '${caught}'\ncat\n`);
    chmodSync(trap, 0o755);
    repository.write('.gitattributes', '* filter=trap diff=trap\n');
    repository.commit();
    for (const [key, value] of Object.entries({
      'core.fsmonitor': trap,
      'core.hooksPath': repository.root,
      'core.pager': trap,
      'core.sshCommand': trap,
      'diff.external': trap,
      'diff.trap.command': trap,
      'diff.trap.textconv': trap,
      'filter.trap.clean': trap,
      'filter.trap.smudge': trap,
      'filter.trap.process': trap,
      'extensions.partialClone': 'origin',
      'remote.origin.promisor': 'true',
      'remote.origin.url': `ext::${trap}`,
      'alias.cat-file': `!${trap}`,
    })) {
      repository.git('config', key, value);
    }
    const history = new GitHistory(repository.root, signal);
    await history.nameAt(commitSha, 'src/a.js');
    await history.renamedTo(commitSha, 'src/a.js');
    await history.untracked();
    await history.headFiles();
    assert.equal(await history.content('d'.repeat(40)), undefined);
    assert.ok(await history.content((await history.nameAt(commitSha, 'src/a.js')) ?? ''));
    assert.ok(!existsSync(caught));
  });

  it('ends what it asks when it is cancelled', async () => {
    const stop = new AbortController();
    const history = new GitHistory(repository.root, stop.signal);
    const asked = history.content('a'.repeat(40));
    stop.abort();
    assert.equal(await asked, undefined);
    assert.equal(await history.renamedTo(commitSha, 'src/a.js'), undefined);
  });

  it('never puts code on a line that is not its own, whatever the history, nor loses what is as it was', async function () {
    this.timeout(120_000);
    const step = fc.record({
      kind: fc.constantFrom(...edits, 'rename', 'commit', 'stage', 'branch', 'back'),
      ...where,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        using random = new TemporaryRepository();
        let file = 'src/a.js';
        let present = firstLines;
        const write = () => random.write(file, `${present.map((one) => one.text).join('\n')}\n`);
        write();
        const scannedAt = random.commit();
        const branches = [{ name: 'main', present, file }];
        for (const { kind, at, count } of steps) {
          switch (kind) {
            case 'insert':
            case 'delete':
            case 'move':
            case 'indent':
              present = edited(present, { kind, at, count });
              break;
            case 'rename': {
              const to = `src/renamed${at}.js`;
              if (to !== file && present.length > 20) random.git('mv', file, to);
              file = to === file || present.length > 20 ? to : file;
              break;
            }
            case 'commit':
              random.commit();
              break;
            case 'stage':
              random.git('add', '--all');
              break;
            case 'branch':
              random.commit();
              branches.push({ name: `b${branches.length}`, present, file });
              random.git('checkout', '--quiet', '-b', `b${branches.length - 1}`);
              break;
            case 'back': {
              random.commit();
              const last = branches.at(-1);
              if (last) Object.assign(last, { present, file });
              const to = branches[at % branches.length];
              if (!to) break;
              branches.push(...branches.splice(branches.indexOf(to), 1));
              random.git('checkout', '--quiet', to.name);
              present = to.present;
              file = to.file;
              break;
            }
          }
          write();
        }
        const now = await fileNow(random, { file: 'src/a.js', commitSha: scannedAt });
        const isFound = now?.file === file;
        for (const { id, text: own } of firstLines) {
          const line = now?.lineOf(id, own);
          const there = present.findIndex((one) => one.id === id);
          if (!isRepeated(id)) {
            assert.equal(line, isFound && there >= 0 ? there : undefined, `${own} of ${id}`);
            assert.ok(isFound || present.length < 15, 'the file is found while it is much as it was');
          } else if (line !== undefined) {
            assert.equal(misjudged(present, id, line), undefined, `line ${id}`);
          }
        }
      }),
      {
        ...tries(20),
        examples: [
          [
            [
              { kind: 'move', at: 9, count: 3 },
              { kind: 'delete', at: 7, count: 3 },
            ],
          ],
        ],
      },
    );
  });
});
