import assert from 'node:assert/strict';
import { named, needed, readingOf, textAt } from './support.ts';

describe('package.json', () => {
  const text = [
    '{',
    '  "dependencies": {',
    '    "a": "^1.0.0",',
    '    "b": "2.0.0",',
    '    "alias": "npm:@s/real@~3.0.0",',
    '    "own": "workspace:*",',
    '    "local": "file:../local",',
    '    "repo": "github:o/r#main",',
    '    "short": "o/r",',
    '    "tar": "https://example.com/a.tgz",',
    '    "patched": "patch:patched@npm%3A4.0.0#./p.patch",',
    '    "cat": "catalog:",',
    '    "odd": 1',
    '  },',
    '  "optionalDependencies": {"o": "1.x"},',
    '  "peerDependencies": {"p": ">=1"},',
    '  "devDependencies": {"d": "latest"},',
    '  "overrides": {"x": {".": "1.0.0", "y@^2": "2.5.0"}, "a": "$a"},',
    '  "resolutions": {"m/**/@s/n": "5.0.0"},',
    '  "pnpm": {"overrides": {"k@1>l": "6.0.0"}}',
    '}',
  ].join('\n');
  const reading = readingOf({
    'package.json': text,
    'pnpm-workspace.yaml': 'catalog:\n  cat: ^9.0.0\n',
  });
  const entry = (name: string) => reading.packages.find((each) => each.name === name);

  it('names what is asked for, with the range or the exact version', () => {
    assert.deepEqual(named(reading), [
      'a ^1.0.0',
      'b 2.0.0',
      '@s/real ~3.0.0',
      'own',
      'local',
      'repo',
      'short',
      'tar',
      'patched 4.0.0',
      'cat ^9.0.0',
      'o 1.x',
      'p >=1',
      'd latest',
      'x 1.0.0',
      'y 2.5.0',
      '@s/n 5.0.0',
      'l 6.0.0',
    ]);
    assert.equal(entry('a')?.version, undefined);
    assert.deepEqual(
      ['own', 'local', 'repo', 'short', 'tar', 'patched'].map((name) => entry(name)?.origin),
      ['path', 'path', 'git', 'git', 'url', 'registry'],
    );
  });

  it('tells groups, scopes, and what is only forced', () => {
    assert.deepEqual(
      ['a', 'o', 'p', 'd'].map((name) => entry(name)?.scope),
      ['production', 'production', 'production', 'development'],
    );
    assert.equal(entry('a')?.direct, true);
    assert.deepEqual(
      ['x', '@s/n', 'l'].map((name) => [entry(name)?.group, entry(name)?.direct]),
      [
        ['overrides', false],
        ['resolutions', false],
        ['pnpm.overrides', false],
      ],
    );
  });

  it('says where the name and the range stand; the range of a catalog stands elsewhere', () => {
    assert.equal(textAt(text, entry('a')?.range), '"a"');
    assert.equal(textAt(text, entry('a')?.versionRange), '^1.0.0');
    assert.equal(textAt(text, entry('@s/real')?.versionRange), 'npm:@s/real@~3.0.0');
    assert.equal(entry('cat')?.versionRange, undefined);
    const workspace = readingOf({ 'pnpm-workspace.yaml': 'catalog:\n  cat: ^9.0.0\n' });
    assert.equal(textAt('catalog:\n  cat: ^9.0.0\n', workspace.packages[0]?.versionRange), '^9.0.0');
    assert.equal(workspace.packages[0]?.direct, false);
  });

  it('says what was left out', () => {
    assert.deepEqual(
      reading.problems.map(({ line }) => line),
      [13],
    );
    assert.match(
      readingOf({ 'package.json': '{"dependencies": {"c": "catalog:x"}}' }).problems[0]?.message ?? '',
      /catalog x/,
    );
  });
});

describe('package-lock.json', () => {
  const nested = {
    lockfileVersion: 1,
    dependencies: {
      a: { version: '1.0.0', requires: { b: '^2.0.0' }, dependencies: { b: { version: '2.0.0' } } },
      b: { version: '1.0.0', dev: true },
      c: { version: 'npm:real@3.0.0' },
      d: { version: 'git+ssh://git@github.com/o/d.git#0a', requires: { b: '1' } },
    },
  };
  const flat = {
    lockfileVersion: 3,
    packages: {
      '': {
        name: 'own',
        dependencies: { a: '^1.0.0', t: 'https://example.com/t.tgz' },
        devDependencies: { b: '1' },
      },
      'node_modules/a': { version: '1.0.0', dependencies: { b: '^2.0.0', missing: '1' } },
      'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { a: '1' } },
      'node_modules/b': { version: '1.0.0', dev: true },
      'node_modules/c': { name: 'real', version: '3.0.0', resolved: 'git+ssh://git@github.com/o/r.git#0a' },
      'node_modules/t': { version: '1.0.0', resolved: 'https://example.com/t.tgz' },
      'node_modules/member': { resolved: 'packages/member', link: true },
      'packages/member': { version: '0.0.0', dependencies: { '@s/e': '*', a: '*' } },
      'packages/member/node_modules/@s/e': { version: '4.0.0', dependencies: { b: '1' } },
    },
  };

  it('version 1: folders inside each other', () => {
    const reading = readingOf({ 'package-lock.json': JSON.stringify(nested, undefined, 2) });
    assert.deepEqual(named(reading), ['a 1.0.0', 'b 2.0.0', 'b 1.0.0', 'real 3.0.0', 'd']);
    assert.deepEqual(needed(reading), {
      'node_modules/a': ['node_modules/a/node_modules/b'],
      'node_modules/d': ['node_modules/b'],
    });
    assert.deepEqual(
      reading.packages.map(({ direct }) => direct),
      Array.from({ length: 5 }, () => undefined),
    );
    assert.equal(reading.packages.at(-1)?.origin, 'git');
  });

  it('versions 2 and 3: looks packages up as Node does, in workspaces too', () => {
    const text = JSON.stringify(flat, undefined, 2);
    const reading = readingOf({ 'npm-shrinkwrap.json': text });
    assert.deepEqual(named(reading), [
      'a 1.0.0',
      'b 2.0.0',
      'b 1.0.0',
      'real 3.0.0',
      't 1.0.0',
      '@s/e 4.0.0',
    ]);
    assert.deepEqual(needed(reading), {
      'node_modules/a': ['node_modules/a/node_modules/b'],
      'node_modules/a/node_modules/b': ['node_modules/a'],
      'packages/member/node_modules/@s/e': ['node_modules/b'],
    });
    assert.deepEqual(
      reading.packages.map(({ direct, scope, origin }) => [direct, scope, origin]),
      [
        [true, 'production', 'registry'],
        [false, 'production', 'registry'],
        [true, 'development', 'registry'],
        [false, 'production', 'git'],
        [true, 'production', 'url'],
        [true, 'production', 'registry'],
      ],
    );
    assert.equal(textAt(text, reading.packages[1]?.range), '"node_modules/a/node_modules/b"');
  });

  it('gives a reason where it is no object', () => {
    for (const text of ['', 'null', '[]', '<<<<<<< HEAD\n'])
      assert.notEqual(readingOf({ 'package-lock.json': text }).problems.length, 0, text);
  });
});

describe('yarn.lock', () => {
  it('of yarn 1', () => {
    const text = [
      '# yarn lockfile v1',
      '',
      '"@s/a@^1.0.0", "@s/a@^1.2.0":',
      '  version "1.2.3"',
      '  resolved "https://registry.yarnpkg.com/@s/a/-/a-1.2.3.tgz#00"',
      '  dependencies:',
      '    b ">=1 <3"',
      '',
      'b@1.x, "b@>=1 <3":',
      '  version "1.0.0"',
      '  optionalDependencies:',
      '    "@s/a" "^1.0.0"',
      '',
      '"other@npm:real@2.0.0":',
      '  version "2.0.0"',
      '',
      '"g@git+https://github.com/o/g.git":',
      '  version "3.0.0"',
      '  resolved "git+https://github.com/o/g.git#0a"',
      '',
    ].join('\n');
    for (const eol of ['\n', '\r\n']) {
      const reading = readingOf({ 'yarn.lock': text.replaceAll('\n', eol) });
      assert.deepEqual(named(reading), ['@s/a 1.2.3', 'b 1.0.0', 'real 2.0.0', 'g 3.0.0']);
      assert.deepEqual(needed(reading), { '@s/a@^1.0.0': ['b@1.x'], 'b@1.x': ['@s/a@^1.0.0'] });
      assert.deepEqual(
        reading.packages.map(({ origin }) => origin),
        ['registry', 'registry', 'registry', 'git'],
      );
      assert.equal(reading.packages[0]?.range.startLine, 3);
      assert.deepEqual(reading.problems, []);
    }
  });

  it('of yarn 2 and later', () => {
    const text = [
      '__metadata:',
      '  version: 8',
      '',
      '"a@npm:^1.0.0, a@npm:^1.1.0":',
      '  version: 1.1.0',
      '  resolution: "a@npm:1.1.0"',
      '  dependencies:',
      '    b: "npm:^2.0.0"',
      '  languageName: node',
      '  linkType: hard',
      '',
      '"b@npm:^2.0.0":',
      '  version: 2.0.0',
      '  resolution: "b@npm:2.0.0"',
      '  dependencies:',
      '    a: ^1.0.0',
      '',
      '"c@patch:c@npm%3A3.0.0#./c.patch":',
      '  version: 3.0.0',
      '  resolution: "c@patch:c@npm%3A3.0.0#./c.patch::version=3.0.0&hash=00"',
      '',
      '"own@workspace:.":',
      '  version: 0.0.0-use.local',
      '  resolution: "own@workspace:."',
      '  dependencies:',
      '    a: "npm:^1.0.0"',
      '    own-too: "workspace:^"',
      '',
      '? "own-too@workspace:^, own-too@workspace:packages/own-too"',
      ': version: 0.0.0-use.local',
      '  resolution: "own-too@workspace:packages/own-too"',
      '',
    ].join('\n');
    const reading = readingOf({ 'yarn.lock': text });
    assert.deepEqual(reading.problems, []);
    assert.deepEqual(named(reading), ['a 1.1.0', 'b 2.0.0', 'c 3.0.0']);
    assert.deepEqual(
      reading.packages.map(({ direct }) => direct),
      [true, false, false],
    );
    assert.deepEqual(needed(reading), {
      'a@npm:^1.0.0, a@npm:^1.1.0': ['b@npm:^2.0.0'],
      'b@npm:^2.0.0': ['a@npm:^1.0.0, a@npm:^1.1.0'],
    });
  });

  it('that is none', () => {
    assert.notEqual(readingOf({ 'yarn.lock': 'what is this?\n' }).problems.length, 0);
  });
});

describe('pnpm-lock.yaml', () => {
  it('of version 5, with peers behind the version', () => {
    const reading = readingOf({
      'pnpm-lock.yaml': [
        'lockfileVersion: 5.4',
        'specifiers: {a: ^1.0.0}',
        'dependencies:',
        "  '@s/a': 1.0.0_react@17.0.0",
        'packages:',
        '  /@s/a/1.0.0_react@17.0.0:',
        '    resolution: {integrity: sha512-00==}',
        '    dependencies:',
        '      b: 2.0.0',
        '    dev: false',
        '  /b/2.0.0:',
        '    resolution: {integrity: sha512-00==}',
        '    dev: true',
        '  github.com/o/r/0a:',
        '    resolution: {tarball: https://codeload.github.com/o/r/tar.gz/0a}',
        '    name: r',
        '    version: 3.0.0',
      ].join('\n'),
    });
    assert.deepEqual(named(reading), ['@s/a 1.0.0', 'b 2.0.0', 'r 3.0.0']);
    assert.deepEqual(
      reading.packages.map(({ direct, scope }) => [direct, scope]),
      [
        [true, 'production'],
        [false, 'development'],
        [false, 'unknown'],
      ],
    );
    assert.deepEqual(needed(reading), { '/@s/a/1.0.0_react@17.0.0': ['/b/2.0.0'] });
    assert.notEqual(reading.packages[2]?.origin, 'registry');
  });

  it('of version 6', () => {
    const reading = readingOf({
      'pnpm-lock.yaml': [
        "lockfileVersion: '6.0'",
        'importers:',
        '  .:',
        '    dependencies:',
        '      a:',
        '        specifier: ^1.0.0',
        '        version: 1.0.0(react@17.0.0)',
        '      own:',
        '        specifier: workspace:*',
        '        version: link:packages/own',
        '  packages/own:',
        '    devDependencies:',
        '      other:',
        '        specifier: npm:real@2.0.0',
        '        version: /real@2.0.0',
        'packages:',
        '  /a@1.0.0(react@17.0.0):',
        '    resolution: {integrity: sha512-00==}',
        '    dev: false',
        '  /real@2.0.0:',
        '    resolution: {integrity: sha512-00==}',
        '    dev: true',
        '  file:packages/x:',
        '    resolution: {directory: packages/x, type: directory}',
        '    name: x',
        '    version: 0.0.0',
        '  /broken:',
        '    resolution: {integrity: sha512-00==}',
      ].join('\n'),
    });
    assert.deepEqual(named(reading), ['a 1.0.0', 'real 2.0.0', 'x 0.0.0']);
    assert.deepEqual(
      reading.packages.map(({ direct, group, origin }) => [direct, group, origin]),
      [
        [true, 'dependencies', 'registry'],
        [true, 'devDependencies', 'registry'],
        [false, 'the lock file', 'path'],
      ],
    );
    assert.deepEqual(
      reading.problems.map(({ line }) => line),
      [27],
    );
  });

  it('of version 9, with a document of the package manager before it', () => {
    const text = [
      '---',
      "lockfileVersion: '9.0'",
      'importers:',
      '  .:',
      '    packageManagerDependencies:',
      '      pnpm:',
      '        specifier: 11.0.0',
      '        version: 11.0.0',
      'packages:',
      '  pnpm@11.0.0:',
      '    resolution: {integrity: sha512-00==}',
      'snapshots:',
      '  pnpm@11.0.0: {}',
      '---',
      "lockfileVersion: '9.0'",
      'importers:',
      '  .:',
      '    dependencies:',
      '      a:',
      '        specifier: ^1.0.0',
      '        version: 1.0.0(b@2.0.0)',
      'packages:',
      '  a@1.0.0:',
      '    resolution: {integrity: sha512-00==}',
      '    peerDependencies:',
      '      b: ^2.0.0',
      '  b@2.0.0:',
      '    resolution: {integrity: sha512-00==}',
      '  t@https://codeload.github.com/o/t/tar.gz/0a:',
      '    resolution: {tarball: https://codeload.github.com/o/t/tar.gz/0a}',
      '    version: 3.0.0',
      'snapshots:',
      '  a@1.0.0(b@2.0.0):',
      '    dependencies:',
      '      b: 2.0.0',
      '      t: https://codeload.github.com/o/t/tar.gz/0a',
      '  b@2.0.0: {}',
      '  t@https://codeload.github.com/o/t/tar.gz/0a: {}',
    ].join('\n');
    const reading = readingOf({ 'pnpm-lock.yaml': text });
    assert.deepEqual(reading.problems, []);
    assert.deepEqual(named(reading), ['pnpm 11.0.0', 'a 1.0.0', 'b 2.0.0', 't 3.0.0']);
    assert.deepEqual(
      reading.packages.map(({ direct, scope, origin }) => [direct, scope, origin]),
      [
        [true, 'development', 'registry'],
        [true, 'production', 'registry'],
        [false, 'unknown', 'registry'],
        [false, 'unknown', 'url'],
      ],
    );
    assert.deepEqual(needed(reading), {
      'a@1.0.0(b@2.0.0)': ['b@2.0.0', 't@https://codeload.github.com/o/t/tar.gz/0a'],
    });
    assert.equal(textAt(text, reading.packages[1]?.range), 'a@1.0.0');
  });

  it('says of what the project asks for and the lock file does not have', () => {
    const reading = readingOf({
      'pnpm-lock.yaml': [
        "lockfileVersion: '9.0'",
        'importers:',
        '  .:',
        '    dependencies:',
        '      gone:',
        '        specifier: ^1.0.0',
        '        version: 1.0.0',
        '      own:',
        '        specifier: workspace:*',
        '        version: link:../own',
        'packages:',
        '  a@1.0.0: {}',
      ].join('\n'),
    });
    assert.deepEqual(named(reading), ['a 1.0.0']);
    assert.deepEqual(
      reading.problems.map(({ message }) => message),
      ['The lock file has no entry for "gone"; it was left out.'],
    );
  });
});

describe('files of Bun and Deno', () => {
  it('bun.lock: packages under those that hold them', () => {
    const reading = readingOf({
      'bun.lock': `{
        "lockfileVersion": 1,
        "workspaces": {
          "": {"name": "own", "dependencies": {"a": "^1.0.0"}},
          "packages/m": {"name": "m", "devDependencies": {"@s/b": "^2.0.0"}},
        },
        "packages": {
          "m": ["m@workspace:packages/m"],
          "a": ["a@1.0.0", "", {"dependencies": {"@s/b": "^1.0.0"}}, "sha512-00=="],
          "a/@s/b": ["@s/b@1.0.0", "", {"dependencies": {"c": "*"}}, "sha512-00=="],
          "@s/b": ["@s/b@2.0.0", "", {}, "sha512-00=="],
          "c": ["real@github:o/c#0a", {"dependencies": {"a": "1"}}, "o-c-0a"],
          "bad": [],
        },
      }`,
    });
    assert.deepEqual(named(reading), ['a 1.0.0', '@s/b 1.0.0', '@s/b 2.0.0', 'real']);
    assert.deepEqual(
      reading.packages.map(({ direct, origin }) => [direct, origin]),
      [
        [true, 'registry'],
        [false, 'registry'],
        [true, 'registry'],
        [false, 'git'],
      ],
    );
    assert.deepEqual(needed(reading), { a: ['a/@s/b'], 'a/@s/b': ['c'], c: ['a'] });
    assert.equal(reading.problems.length, 1);
  });

  it('bun.lockb: a reason that says how to make a text of it, unless it stands beside', () => {
    const binary = readingOf({ 'a/bun.lockb': undefined });
    assert.match(binary.problems[0]?.message ?? '', /--save-text-lockfile/);
    const texts = { 'a/bun.lock': '{"packages": {}}', 'a/bun.lockb': undefined };
    assert.deepEqual(readingOf(texts, 'a/bun.lockb').problems, []);
  });

  it('deno.lock: packages of npm and JSR, with what each needs', () => {
    const reading = readingOf({
      'deno.lock': JSON.stringify({
        version: '4',
        specifiers: {
          'jsr:@s/j@1': '1.2.0',
          'npm:@s/a@^1.0.0': '1.0.0_p@2.0.0',
          'npm:p@2': '2.0.0',
          'npm:dev@*': '3.0.0',
        },
        jsr: { '@s/j@1.2.0': { dependencies: ['npm:p@2'] } },
        npm: {
          '@s/a@1.0.0_p@2.0.0': { dependencies: ['b', 'p@2.0.0', 'other@npm:q@1.0.0'] },
          'b@1.0.0': {},
          'p@2.0.0': {},
          'q@1.0.0': {},
          'dev@3.0.0': { optionalDependencies: ['b', 'absent'] },
        },
        remote: { 'https://deno.land/std@0.140.0/path/mod.ts': '00' },
        workspace: {
          dependencies: ['npm:@s/a@^1.0.0'],
          members: { m: { packageJson: { dependencies: ['npm:dev@*'] } } },
        },
      }),
    });
    assert.deepEqual(named(reading), [
      '@s/a 1.0.0',
      'b 1.0.0',
      'p 2.0.0',
      'q 1.0.0',
      'dev 3.0.0',
      '@s/j 1.2.0',
    ]);
    assert.deepEqual(needed(reading), {
      'npm:@s/a@1.0.0_p@2.0.0': ['npm:b@1.0.0', 'npm:p@2.0.0', 'npm:q@1.0.0'],
      'npm:dev@3.0.0': ['npm:b@1.0.0'],
      'jsr:@s/j@1.2.0': ['npm:p@2.0.0'],
    });
    assert.deepEqual(
      reading.packages.map(({ direct, origin }) => [direct, origin]),
      [
        [true, 'registry'],
        [false, 'registry'],
        [false, 'registry'],
        [false, 'registry'],
        [true, 'registry'],
        [false, 'url'],
      ],
    );
  });

  it('deno.lock: the forms of versions 2 and 3, which do not say what the project asks for', () => {
    for (const lock of [
      {
        version: '3',
        packages: {
          specifiers: { 'npm:a@1': 'npm:a@1.0.0' },
          npm: { 'a@1.0.0': { dependencies: { b: 'b@1.0.0' } }, 'b@1.0.0': { dependencies: {} } },
        },
      },
      {
        version: '2',
        npm: {
          specifiers: { 'a@1': 'a@1.0.0' },
          packages: { 'a@1.0.0': { dependencies: { b: 'b@1.0.0' } }, 'b@1.0.0': { dependencies: {} } },
        },
      },
    ]) {
      const reading = readingOf({ 'deno.lock': JSON.stringify(lock) });
      assert.deepEqual(named(reading), ['a 1.0.0', 'b 1.0.0']);
      assert.deepEqual(needed(reading), { 'npm:a@1.0.0': ['npm:b@1.0.0'] });
      assert.equal(reading.packages[0]?.direct, undefined);
    }
  });

  it('deno.json: the packages of npm among the imports', () => {
    const reading = readingOf({
      'deno.jsonc':
        '{"imports": {"a": "npm:@s/a@^1.0.0/sub", "b": "npm:/b", "c": "jsr:@s/c@1", "d": "./d.ts", "e": "npm:e@2.0.0"}}',
    });
    assert.deepEqual(named(reading), ['@s/a ^1.0.0', 'b *', 'e 2.0.0']);
  });
});
