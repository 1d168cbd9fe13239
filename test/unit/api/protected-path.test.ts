import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isGitName, isProtected } from '../../../src/api/protected-path.ts';

/** What some file system leaves out of a name, or does not tell from it. */
const unseen = ['', '\u200c', '\u200d', '\u200e', '\u202a', '\u206a', '\ufeff', '\u00ad'];
const endings = ['', '.', ' ', '. .', '::$INDEX_ALLOCATION', ':$I30:$INDEX_ALLOCATION', ': ', '.:x'];

/** Spellings of a name. */
const spelled = (name: string) =>
  fc
    .tuple(
      fc.array(fc.boolean(), { minLength: name.length, maxLength: name.length }),
      fc.array(fc.constantFrom(...unseen), { minLength: name.length, maxLength: name.length }),
      fc.constantFrom(...endings),
    )
    .map(
      ([upper, between, ending]) =>
        [...name].map((one, at) => (upper[at] ? one.toUpperCase() : one) + between[at]).join('') + ending,
    );

describe('names that no patch changes', () => {
  for (const name of [
    '.git',
    'git~1',
    '.vscode',
    'vscode~1',
    '.idea',
    '.husky',
    'husky~2',
    '.devcontainer',
    '.envrc',
  ])
    it(`are all that a file system may take for ${name}, at any depth`, () => {
      fc.assert(
        fc.property(
          spelled(name),
          fc.constantFrom('', 'a/', 'a/b c/', 'a\\'),
          name === '.envrc' ? fc.constant('') : fc.constantFrom('', '/x', '/x/y.json', '\\x'),
          (part, before, after) => assert.ok(isProtected(before + part + after), JSON.stringify(part)),
        ),
      );
    });

  it('are workflows and actions, and not the rest of what GitHub reads', () => {
    assert.ok(isProtected('.github/workflows/ci.yml'));
    assert.ok(isProtected('.GitHub/Actions/x/index.js'));
    assert.ok(!isProtected('.github/ISSUE_TEMPLATE.md'));
  });

  it('are no others', () => {
    for (const path of [
      'src/git.ts',
      '.github.ts',
      'a.git/x',
      'git/config',
      'vscode/tasks.json',
      'src/.gitkeep',
      'gitx~1',
      'docs/workflows/a.md',
      'a~1.ts',
    ])
      assert.ok(!isProtected(path), path);
  });

  it('of git are refused as git itself refuses them', () => {
    for (const name of [
      '.GIT',
      '.git ',
      '.git...',
      'GIT~1',
      '.g\u200cit',
      '.git::$INDEX_ALLOCATION',
      '.ｇit',
    ])
      assert.ok(isGitName(name), name);
    for (const name of ['.gitignore', '.gitx', 'git', 'git~', '.git2']) assert.ok(!isGitName(name), name);
  });
});
