import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listFiles } from '../../../../../src/service/analysis/files/listing.ts';
import { defaultScanLimits } from '../../../../../src/service/analysis/limits.ts';
import { Tree } from '../tree.ts';

const list = async (root: string, limits = {}) => {
  const listing = await listFiles(root, { ...defaultScanLimits, ...limits });
  return { ...listing, names: listing.files.map((file) => file.path).toSorted() };
};

const project = {
  'package.json': '{}',
  '.gitignore': 'secret.js\nlogs/\n',
  'src/a.js': 'a',
  'src/b.py': 'b',
  'secret.js': 'ignored',
  'logs/x.js': 'ignored',
  'node_modules/dep/index.js': 'dependency',
  'dist/out.js': 'built',
  'src/app.min.js': 'minified',
  'src/logo.png': 'image',
};
const wanted = ['.gitignore', 'package.json', 'src/a.js', 'src/b.py'];

describe('listing a folder', () => {
  it('says when the user may not read it', async () => {
    using folder = new Tree({ 'closed/project/a.js': 'x' });
    chmodSync(folder.root, 0o755);
    chmodSync(folder.at('closed'), 0o000);
    // Nothing is closed to root, which takes the place of an ordinary user for this.
    const isRoot = process.getuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      await assert.rejects(list(folder.at('closed/project')), {
        code: 'no-permission',
        message: /may not be read by this user/,
      });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder.at('closed'), 0o700);
    }
  });
});

for (const withGit of [false, true]) {
  describe(`listing ${withGit ? 'a git work tree' : 'a folder without git'}`, () => {
    const tree = (files: Readonly<Record<string, string>>) => {
      const made = new Tree(files);
      if (withGit) made.git('init', '-q', '-b', 'trunk');
      return made;
    };

    it('reads packages of its own in a folder of modules that no package manager filled', async () => {
      using folder = tree({
        'package.json': '{}',
        'node_modules/dep/index.js': 'dependency',
        'packages/node_modules/@own/a/index.js': 'own',
        'web/package.json': '{}',
        'web/node_modules/dep/index.js': 'dependency',
        'tools/node_modules/.package-lock.json': '{}',
        'tools/node_modules/dep/index.js': 'dependency',
      });
      if (withGit) folder.git('add', 'packages');
      const own = 'packages/node_modules/@own/a/index.js';
      assert.deepEqual((await list(folder.root)).names, ['package.json', own, 'web/package.json']);
    });

    it('reads what is neither ignored nor excluded by default, and counts the rest', async () => {
      using folder = tree(project);
      const listing = await list(folder.root);
      assert.deepEqual(listing.names, wanted);
      assert.equal(listing.excluded.dependencies, 1);
      assert.equal(listing.excluded['build-output'], 1);
      assert.equal(listing.excluded.minified, 1);
      assert.equal(listing.excluded.media, 1);
      assert.deepEqual(listing.skips, []);
    });

    it('honours .parapetignore, in nested folders too, and lets it take back a default exclude', async () => {
      using folder = tree({
        ...project,
        '.parapetignore': 'src/*.py\n!dist/\n',
        'src/.parapetignore': 'a.js\n',
      });
      const { names, excluded } = await list(folder.root);
      assert.deepEqual(
        names.filter((name) => !name.startsWith('.')),
        ['dist/out.js', 'package.json', 'src/.parapetignore'],
      );
      assert.equal(excluded.ignored, 4);
    });

    it('reads those files of an IDE in which it keeps passwords, and no others', async () => {
      using folder = tree({
        '.idea/webServers.xml': '<a/>',
        '.idea/workspace.xml': '<a/>',
        '.idea/libraries/webServers.xml': '<a/>',
        'app.js': 'x();',
      });
      assert.deepEqual((await list(folder.root)).names, ['.idea/webServers.xml', 'app.js']);
    });

    it('is not kept busy by rules that are made for it', async () => {
      using folder = tree({
        '.parapetignore': `${'*a'.repeat(30)}*b\nskipped.js\n${'**/a/'.repeat(20)}b\n${'**/a/'.repeat(3)}c\n`,
      });
      folder.write(`${'a/'.repeat(90)}deep.js`, 'x');
      folder.write(`${'a/'.repeat(120)}deeper.js`, 'x');
      for (let i = 0; i < 50; i++) folder.write(`${'a'.repeat(200)}${i}.js`, 'x');
      folder.write('skipped.js', 'x');
      const { names, skips } = await list(folder.root);
      assert.equal(names.length, 52);
      assert.deepEqual(
        skips.map(({ file, partial }) => ({ file, partial })),
        [
          { file: '.parapetignore', partial: true },
          { file: withGit ? `${'a/'.repeat(120)}deeper.js` : 'a/'.repeat(101).slice(0, -1), partial: false },
        ],
      );
      assert.match(skips[0]?.detail ?? '', /^2 of its lines/);
    });

    it('leaves a package alone that is named like built output', async () => {
      using folder = tree({
        'pom.xml': '<project/>',
        'src/com/acme/target/A.java': 'a',
        'target/B.java': 'b',
      });
      assert.deepEqual((await list(folder.root)).names, ['pom.xml', 'src/com/acme/target/A.java']);
    });

    it('takes names with spaces, quotes, newlines, non-ASCII characters and leading dashes as they are', async () => {
      const names = [
        'a b.js',
        `q'u"o.js`,
        'new\nline.js',
        'ünï-日本-😀.js',
        '-rf.js',
        '$(x).js',
        '[a].js',
        '*.js',
      ];
      using folder = tree(Object.fromEntries(names.map((name) => [`dir é/${name}`, 'x'])));
      assert.deepEqual((await list(folder.root)).names, names.map((name) => `dir é/${name}`).toSorted());
    });

    it('follows no link: loops end, links out are reported, links inside and broken ones are counted', async () => {
      using outside = new Tree({ 'private.js': 'not ours' });
      using folder = tree({ 'src/a.js': 'a' });
      symlinkSync(folder.root, folder.at('src/loop'));
      symlinkSync('self', folder.at('self'));
      symlinkSync('gone.js', folder.at('broken.js'));
      symlinkSync(outside.root, folder.at('out'));
      symlinkSync(outside.at('private.js'), folder.at('leak.js'));
      symlinkSync('src/a.js', folder.at('same.js'));
      const { names, skips, excluded } = await list(folder.root);
      assert.deepEqual(names, ['src/a.js']);
      assert.deepEqual(skips.map(({ file, reason }) => `${reason} ${file}`).toSorted(), [
        'outside-root leak.js',
        'outside-root out',
      ]);
      assert.equal(excluded.link, 4);
    });

    it('reports files over the size bound and takes the empty ones as nothing', async () => {
      using folder = tree({ 'big.js': 'x'.repeat(2000), 'fits.js': 'x'.repeat(1000), 'empty.js': '' });
      const { names, skips } = await list(folder.root, { fileBytes: 1000 });
      assert.deepEqual(names, ['fits.js']);
      assert.deepEqual(
        skips.map(({ file, reason, partial }) => ({ file, reason, partial })),
        [{ file: 'big.js', reason: 'too-large', partial: false }],
      );
    });

    it('keeps to its bounds of count and of bytes, code first, and says how many files it left out', async () => {
      using folder = tree({ 'a.txt': '0123456789', 'b.js': '0123456789', 'c.js': '0123456789' });
      const counted = await list(folder.root, { files: withGit ? 2 : 200, totalBytes: 20 });
      assert.deepEqual(counted.names, ['b.js', 'c.js']);
      assert.equal(counted.skips.length, 1);
      assert.equal(counted.skips[0]?.reason, 'memory-limit');
      assert.match(counted.skips[0]?.detail ?? '', /^1 files were left out/);
    });

    it('counts what is no regular file, and misses nothing for it', async () => {
      using folder = tree({ 'a.js': 'a' });
      execFileSync('mkfifo', [folder.at('pipe.js')]);
      const { names, skips, excluded } = await list(folder.root);
      assert.deepEqual(names, ['a.js']);
      assert.deepEqual(skips, []);
      // Git does not list pipes at all.
      assert.equal(excluded.special, withGit ? undefined : 1);
    });
  });
}

describe('listing and git', () => {
  it('gives commit and branch, and the branch alone before the first commit', async () => {
    using folder = new Tree({ 'a.js': 'a' });
    folder.git('init', '-q', '-b', 'trunk');
    assert.deepEqual((await list(folder.root)).git, { branch: 'trunk' });
    folder.git('add', '.');
    folder.git('commit', '-q', '-m', 'first');
    const { git, names } = await list(folder.root);
    assert.equal(git?.branch, 'trunk');
    assert.match(git?.commit ?? '', /^[0-9a-f]{40}$/);
    assert.deepEqual(names, ['a.js']);
  });

  it('knows of no git where there is none', async () => {
    using folder = new Tree({ 'a.js': 'a' });
    assert.equal((await list(folder.root)).git, undefined);
  });

  it('does not report a file that is tracked but deleted', async () => {
    using folder = new Tree({ 'a.js': 'a', 'b.js': 'b' });
    folder.git('init', '-q');
    folder.git('add', '.');
    rmSync(folder.at('b.js'));
    const { names, skips } = await list(folder.root);
    assert.deepEqual(names, ['a.js']);
    assert.deepEqual(skips, []);
  });

  it('enters nested repositories', async () => {
    using folder = new Tree({ 'a.js': 'a', 'inner/b.js': 'b' });
    execFileSync('git', ['init', '-q', folder.at('inner')]);
    folder.git('init', '-q');
    assert.deepEqual((await list(folder.root)).names, ['a.js', 'inner/b.js']);
  });

  it('lists a subfolder of a work tree by its own paths, and one that the work tree ignores too', async () => {
    using folder = new Tree({ '.gitignore': 'ignored/', 'sub/a.js': 'a', 'ignored/b.js': 'b' });
    folder.git('init', '-q');
    assert.deepEqual((await list(folder.at('sub'))).names, ['a.js']);
    assert.deepEqual((await list(folder.at('ignored'))).names, ['b.js']);
  });

  it('is not led out by a tracked path whose folder has become a link', async () => {
    using outside = new Tree({ 'passwords.js': 'not ours' });
    using folder = new Tree({ 'dir/passwords.js': 'ours' });
    folder.git('init', '-q');
    folder.git('add', '.');
    rmSync(folder.at('dir'), { recursive: true });
    symlinkSync(outside.root, folder.at('dir'));
    const { names, skips } = await list(folder.root);
    assert.deepEqual(names, []);
    assert.ok(skips.length > 0 && skips.every((skip) => skip.reason === 'outside-root'));
  });

  it('starts no program that a hostile repository configures, and heeds no GIT_ variable', async () => {
    using folder = new Tree({ 'a.js': 'a' });
    folder.git('init', '-q');
    const trap = folder.at('.git/trap');
    writeFileSync(trap, `#!/bin/sh\ntouch '${folder.at('sprung')}'\n`);
    chmodSync(trap, 0o755);
    for (const key of ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'alias.ls-files']) {
      folder.git('config', key, key.startsWith('alias') ? `!${trap}` : trap);
    }
    mkdirSync(folder.at('.git/hooks'), { recursive: true });
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction']) {
      execFileSync('cp', [trap, folder.at(`.git/hooks/${hook}`)]);
    }
    process.env['GIT_DIR'] = '/nonexistent';
    try {
      assert.deepEqual((await list(folder.root)).names, ['a.js']);
    } finally {
      delete process.env['GIT_DIR'];
    }
    assert.equal(existsSync(folder.at('sprung')), false);
  });
});

describe('listing what cannot be listed', () => {
  const refused = async (folder: string) =>
    await list(folder).then(
      () => assert.fail('listed'),
      (error: { code?: string; message?: string }) => error,
    );

  it('says that a folder is missing, is a file, or is a link to itself', async () => {
    using folder = new Tree({ 'file.js': 'x' });
    symlinkSync('around', folder.at('around'));
    assert.equal((await refused(folder.at('missing'))).code, 'not-found');
    assert.equal((await refused(folder.at('file.js'))).code, 'not-a-folder');
    assert.equal((await refused(folder.at('around'))).code, 'not-a-folder');
    assert.match((await refused(folder.at('missing'))).message ?? '', /missing does not exist/);
  });

  it('is cancellable', async () => {
    using folder = new Tree({ 'file.js': 'x' });
    const stop = AbortSignal.abort(new Error('enough'));
    await assert.rejects(listFiles(folder.root, defaultScanLimits, stop), /enough|abort/i);
  });

  it('stops at a depth no project has, with a report', async () => {
    using folder = new Tree({ 'a.js': 'a' });
    const deep = Array.from({ length: 230 }, () => 'd').join('/');
    mkdirSync(path.join(folder.root, deep), { recursive: true });
    writeFileSync(path.join(folder.root, deep, 'b.js'), 'b');
    const { names, skips } = await list(folder.root);
    assert.deepEqual(names, ['a.js']);
    assert.deepEqual(
      skips.map((skip) => skip.reason),
      ['too-deep'],
    );
  });
});
