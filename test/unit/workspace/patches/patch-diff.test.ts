import assert from 'node:assert/strict';
import { createTwoFilesPatch } from 'diff';
import fc from 'fast-check';
import { isInside, largestDiff, readDiffs } from '../../../../src/workspace/patches/patch-diff.ts';
import { applyExactly } from '../../../../src/workspace/patches/patch-merge.ts';
import { effortOf } from '../../../support/effort.ts';

const hunk = '@@ -1,2 +1,2 @@\n one\n-two\n+deux\n';
const diffOf = (from: string, to: string, rest = hunk) => `--- ${from}\n+++ ${to}\n${rest}`;

function refusal(diff: string): string {
  const read = readDiffs([], diff);
  return read.kind === 'refused' ? read.fault : 'taken';
}

function pathsOf(diff: string): readonly string[] {
  const read = readDiffs([], diff);
  assert.equal(read.kind, 'changes');
  return read.kind === 'changes' ? read.changes.map(({ path }) => path) : [];
}

describe('the diffs of a patch', () => {
  it('name their file with and without a/ and b/', () => {
    assert.deepEqual(pathsOf(diffOf('a/src/app.js', 'b/src/app.js')), ['src/app.js']);
    assert.deepEqual(pathsOf(diffOf('src/app.js', 'src/app.js')), ['src/app.js']);
    assert.deepEqual(pathsOf(diffOf('a/app.js', 'a/app.js')), ['a/app.js']);
    assert.deepEqual(pathsOf(`diff --git a/x.js b/x.js\nindex 1..2 100644\n${diffOf('a/x.js', 'b/x.js')}`), [
      'x.js',
    ]);
    assert.deepEqual(pathsOf(`${diffOf('a/x', 'b/x')}${diffOf('a/y', 'b/y')}`), ['x', 'y']);
  });

  it('are refused where they lead out of the repository, or into git’s own folder', () => {
    const paths = [
      '/etc/passwd',
      '../x',
      'src/../../x',
      'C:/x',
      'src\\..\\x',
      './x',
      'src//x',
      '.git/config',
    ];
    for (const path of [...paths, '.GIT/hooks/x', 'sub/.git/config', '.git./config', 'GIT~1/config']) {
      assert.equal(refusal(diffOf(`a/${path}`, `b/${path}`)), 'path', path);
      assert.equal(refusal(diffOf(path, path)), 'path', path);
    }
    assert.equal(refusal(diffOf('a/x', 'b/y')), 'path', 'two files');
  });

  it('are refused where they are more than a change inside of files', () => {
    const git = (lines: string) => `diff --git a/x b/x\n${lines}`;
    assert.equal(refusal(diffOf('/dev/null', 'b/x', '@@ -0,0 +1 @@\n+one\n')), 'notAnEdit');
    assert.equal(refusal(diffOf('a/x', '/dev/null', '@@ -1 +0,0 @@\n-one\n')), 'notAnEdit');
    assert.equal(refusal(git('similarity index 90%\nrename from x\nrename to y\n')), 'notAnEdit');
    assert.equal(refusal(git('old mode 100644\nnew mode 100755\n')), 'notAnEdit');
    assert.equal(
      refusal(git('new file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/etc\n')),
      'link',
    );
    assert.equal(refusal(git('index 1..2 100644\nBinary files a/x and b/x differ\n')), 'binary');
    assert.equal(refusal(git('index 1..2\nGIT binary patch\nliteral 3\nabc\n')), 'binary');
  });

  it('are refused where there is nothing, far too much, or no diff', () => {
    assert.equal(refusal(''), 'empty');
    assert.equal(refusal(' \n'), 'empty');
    assert.equal(refusal('Sorry, I cannot help with that.'), 'malformed');
    assert.equal(refusal(diffOf('a/x', 'b/x', '@@ -1,9 +1,9 @@\n one\n')), 'malformed');
    const effort = effortOf(() => {
      assert.equal(refusal(diffOf('a/x', 'b/x') + '+more\n'.repeat(largestDiff / 5)), 'tooLarge');
      assert.equal(refusal('x'.repeat(100 * 1024 * 1024)), 'tooLarge');
    });
    assert.ok(effort < 1_000, 'without reading them');
    assert.equal(refusal(`${diffOf('a/x', 'b/x')}${diffOf('a/x', 'b/x')}`), 'malformed', 'one file twice');
  });

  it('of a list name the file that the list says', () => {
    const file = { baseSha256: '0'.repeat(64), patchedSha256: '1'.repeat(64), diff: diffOf('a/x', 'b/x') };
    const good = readDiffs([{ ...file, path: 'x' }], 'not looked at');
    assert.equal(good.kind === 'changes' && good.changes[0]?.baseSha256, file.baseSha256);
    assert.equal(readDiffs([{ ...file, path: 'y' }], '').kind, 'refused');
    const two = `${diffOf('a/x', 'b/x')}${diffOf('a/y', 'b/y')}`;
    assert.equal(readDiffs([{ ...file, diff: two, path: 'x' }], '').kind, 'refused');
  });

  it('never let a path out, whatever it is', () => {
    const part = fc.constantFrom('a', '..', '.', '', '.git', 'b c', 'ü', '\\', '~', '...', 'C:', '\0');
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
        const path = parts.join('/');
        const resolved = new URL(`file:///project/${path.split('/').map(encodeURIComponent).join('/')}`)
          .pathname;
        if (isInside(path)) assert.ok(resolved.startsWith('/project/'), path);
      }),
    );
  });

  it('make of the one text the other again, byte for byte, whatever its line ends', () => {
    const line = fc.constantFrom('a\n', 'b\r\n', 'c\n', '\n', '  d\r\n', '\uFEFFe\n', '-- f\n', '\\ g\n');
    const text = fc
      .tuple(fc.array(line, { maxLength: 20 }), fc.constantFrom('', 'end', 'end\r'))
      .map(([lines, last]) => lines.join('') + last);
    fc.assert(
      fc.property(text, text, (before, after) => {
        fc.pre(before !== after);
        const read = readDiffs([], createTwoFilesPatch('a/x', 'b/x', before, after));
        assert.equal(read.kind, 'changes');
        if (read.kind === 'changes' && read.changes[0])
          assert.equal(applyExactly(read.changes[0], before), after);
      }),
      { numRuns: 300 },
    );
  });
});
