import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastChange } from '../../../../../src/service/analysis/files/git.ts';

describe('the last change of a line', () => {
  let root: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args]);

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'parapet-blame-'));
    git('init', '-q');
    writeFileSync(join(root, 'a b.js'), 'one\ntwo\n');
    git('add', '-A');
    git('commit', '-q', '-m', 'first', '--date', '2026-01-02T03:04:05Z');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('is who committed it, and when', async () => {
    const change = await lastChange(root, { file: 'a b.js', line: 2, text: 'two' });
    assert.equal(change?.author, 'Ada');
    assert.equal(change.at, '2026-01-02T03:04:05.000Z');
    assert.match(change.commit, /^[0-9a-f]{40}$/);
  });

  it('is not known of another text, a line that is not there, or a file that was never committed', async () => {
    assert.equal(await lastChange(root, { file: 'a b.js', line: 2, text: 'changed' }), undefined);
    assert.equal(await lastChange(root, { file: 'a b.js', line: 9, text: '' }), undefined);
    assert.equal(await lastChange(root, { file: 'other.js', line: 1, text: 'one' }), undefined);
  });

  it('runs nothing that the repository configures', async () => {
    const mark = join(root, 'was-run');
    writeFileSync(join(root, '.gitattributes'), '*.js diff=evil filter=evil\n');
    for (const key of ['diff.evil.textconv', 'filter.evil.clean', 'filter.evil.smudge'])
      git('config', key, `touch '${mark}'; cat`);
    assert.ok(await lastChange(root, { file: 'a b.js', line: 1, text: 'one' }));
    assert.ok(!existsSync(mark));
  });
});
