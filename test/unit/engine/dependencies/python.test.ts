import assert from 'node:assert/strict';
import { named, needed, readingOf, textAt } from './support.ts';

describe('requirements files', () => {
  it('may have options of pip behind a requirement, which are no version', () => {
    const reading = readingOf({
      'requirements.txt': 'a==1.0 -C x=y\nb==1.0 --global-option=z\nc== --hash=00\n',
    });
    assert.deepEqual(named(reading), ['a 1.0', 'b 1.0']);
    assert.deepEqual(
      reading.problems.map(({ line }) => line),
      [3],
    );
  });

  it('hold requirements in all their notations', () => {
    const text = [
      '# comment',
      'A_b.C==1.0 \\',
      '    --hash=sha256:00 \\',
      '    --hash=sha256:11',
      'b >= 1.0, < 2 # why',
      'c[x, y] (>=1,!=1.5)',
      'd @ https://example.com/d.whl',
      'e~=1.0; python_version > "3"',
      'f===1 --hash=sha256:00',
      'g',
      '-i https://example.com/simple',
      '--extra-index-url=https://example.com/simple',
      '-e git+https://example.com/o/h.git@main#egg=h',
      'git+https://example.com/o/i.git@v1',
      './wheels/j-1.0-py3-none-any.whl',
      '-e .',
      'no such thing',
      'k==1.*',
    ].join('\n');
    for (const eol of ['\n', '\r\n']) {
      const reading = readingOf({
        'requirements.txt': `\ufeff${text}`.replace('\ufeff', '').replaceAll('\n', eol),
      });
      assert.deepEqual(named(reading), [
        'a-b-c 1.0',
        'b >= 1.0, < 2',
        'c >=1,!=1.5',
        'd',
        'e ~=1.0',
        'f 1',
        'g',
        'h',
        'j',
        'k ==1.*',
      ]);
      assert.deepEqual(
        reading.packages.map(({ origin }) => origin),
        [
          'registry',
          'registry',
          'registry',
          'url',
          'registry',
          'registry',
          'registry',
          'git',
          'path',
          'registry',
        ],
      );
      assert.deepEqual(
        reading.problems.map(({ line }) => line),
        [14, 17],
      );
    }
    const [first, second] = readingOf({ 'requirements.txt': text }).packages;
    assert.equal(textAt(text, first?.range), 'A_b.C');
    assert.equal(textAt(text, first?.versionRange), '==1.0');
    assert.equal(textAt(text, second?.versionRange), '>= 1.0, < 2');
  });

  it('tell by their comments what needs what', () => {
    const reading = readingOf({
      'requirements.txt': [
        'flask==1.0',
        '    # via -r requirements.in',
        'jinja2==2.0',
        '    # via',
        '    #   flask',
        '    #   my-project (pyproject.toml)',
        'markupsafe==3.0  # via jinja2, flask',
      ].join('\n'),
    });
    assert.deepEqual(
      reading.packages.map(({ name, direct }) => [name, direct]),
      [
        ['flask', true],
        ['jinja2', true],
        ['markupsafe', false],
      ],
    );
    assert.deepEqual(
      reading.packages.map(({ needs }) => needs.map((key) => key.split('/')[1])),
      [['jinja2', 'markupsafe'], ['markupsafe'], []],
    );
    assert.equal(Object.keys(needed(reading)).length, 2);
  });

  it('include others, which are read as such whatever their names', () => {
    const files = {
      'app/requirements.txt':
        '-r deps/base.lst\n-c pins.txt\n-r ../../etc/passwd\n-r /etc/passwd\n--requirement=gone.txt\n--requirements no.txt\n-rdeps/base.lst\na\n',
      'app/deps/base.lst': 'b==1.0\n-r ../requirements.txt\n',
      'app/pins.txt': 'a==2.0\nunused==1\n',
    };
    const app = readingOf(files, 'app/requirements.txt');
    assert.deepEqual(named(app), ['a 2.0']);
    assert.deepEqual(
      app.problems.map(({ line, message }) => [line, /outside/.test(message)]),
      [
        [3, true],
        [4, true],
        [5, false],
      ],
    );
    assert.deepEqual(named(readingOf(files, 'app/deps/base.lst')), ['b 1.0']);
  });

  it('are of the group that their name says', () => {
    const groups = [
      'requirements.txt',
      'requirements-dev.txt',
      'requirements/test.txt',
      'requirements/prod.txt',
    ].map((path) => readingOf({ [path]: 'a' }).packages[0]);
    assert.deepEqual(
      groups.map((entry) => [entry?.group, entry?.scope]),
      [
        ['requirements', 'production'],
        ['dev', 'development'],
        ['test', 'development'],
        ['prod', 'production'],
      ],
    );
    const constraints = readingOf({ 'constraints.txt': 'a==1' }).packages[0];
    assert.deepEqual([constraints?.direct, constraints?.group], [false, 'constraints']);
  });
});

describe('setup.cfg and setup.py', () => {
  it('setup.cfg: lists on one line and on several', () => {
    for (const eol of ['\n', '\r\n']) {
      const text = [
        '[metadata]',
        'name = own',
        '[options]',
        'install_requires =',
        '  a==1',
        '  # no',
        '  b; python_version < "3"',
        '',
        'packages = find:',
        '[options.extras_require]',
        'dev = c>=1',
        'all =',
        '  d',
      ].join(eol);
      const reading = readingOf({ 'setup.cfg': text });
      assert.deepEqual(named(reading), ['a 1', 'b', 'c >=1', 'd']);
      assert.deepEqual(
        reading.packages.map(({ scope }) => scope),
        ['production', 'production', 'development', 'production'],
      );
      assert.equal(reading.packages[2]?.range.startLine, 11);
      assert.deepEqual(reading.problems, []);
    }
  });

  it('setup.py: literals, also under a name of the module', () => {
    const text = [
      'from setuptools import setup',
      'REQUIRES = ("a==1", "b",)  # two',
      'setup(',
      '  install_requires=REQUIRES,',
      "  tests_require=['t'],",
      '  extras_require={"x": ["c[y]>=1", f"d=={v}", "e" + v], \'dev\': ["g"]},',
      ')',
    ].join('\n');
    const reading = readingOf({ 'setup.py': text });
    assert.deepEqual(named(reading), ['a 1', 'b', 't', 'c >=1', 'g']);
    assert.equal(textAt(text, reading.packages[0]?.versionRange), '==1');
    const line = "setup(install_requires=['a'], extras_require={'x': ['b', 'c']})";
    assert.deepEqual(named(readingOf({ 'setup.py': line })), ['a', 'b', 'c']);
    const computed = readingOf({ 'setup.py': 'setup(install_requires=read("requirements.txt"))' });
    assert.deepEqual(named(computed), []);
    assert.equal(computed.problems.length, 1);
    assert.deepEqual(named(readingOf({ 'setup.py': '# install_requires=["a"]\n' })), []);
  });

  it('setup.py: the lines of a string that is split, and a reason for what else is added', () => {
    const text = [
      'setup(',
      '  install_requires="""',
      'a==1',
      'b',
      '""".split(),',
      "  extras_require={'dev': 'c d==2'.split()},",
      ')',
    ].join('\n');
    const reading = readingOf({ 'setup.py': text });
    assert.deepEqual(named(reading), ['a 1', 'b', 'c', 'd 2']);
    assert.deepEqual(reading.problems, []);
    assert.equal(textAt(text, reading.packages[0]?.versionRange), '==1');
    assert.equal(textAt(text, reading.packages[3]?.range), 'd');
    const added = readingOf({ 'setup.py': "setup(install_requires=['a'] + more)" });
    assert.deepEqual(named(added), ['a']);
    assert.match(added.problems[0]?.message ?? '', /What else/);
  });
});

describe('pyproject.toml and Pipfile', () => {
  const text = [
    '[project]',
    'name = "own"',
    'dependencies = [',
    '  "Django>=4",  # web',
    '  \'x[y]==1.0; python_version > "3"\',',
    ']',
    '[project.optional-dependencies]',
    'fast = ["z"]',
    '[dependency-groups]',
    'dev = ["pytest==8.0", {include-group = "lint"}]',
    'lint = ["ruff"]',
    '[tool.poetry.dependencies]',
    'python = "^3.10"',
    'a = "^1.0"',
    'b = { version = "2.0.0", extras = ["c"] }',
    'd = { git = "https://example.com/d.git" }',
    'e = [{ version = "1.0", python = "<3" }, { version = "2.0", python = ">=3" }]',
    '[tool.poetry.group.test.dependencies]',
    'f = "*"',
    '[tool.pdm.dev-dependencies]',
    'tools = ["g"]',
    '[tool.hatch.envs.default]',
    'dependencies = ["h"]',
    '[tool.uv.sources]',
    'z = { path = "../z" }',
  ].join('\n');

  it('pyproject.toml: the standard tables and those of the tools', () => {
    const reading = readingOf({ 'pyproject.toml': text });
    assert.deepEqual(reading.problems, []);
    assert.deepEqual(named(reading), [
      'django >=4',
      'x 1.0',
      'z',
      'pytest 8.0',
      'ruff',
      'a ^1.0',
      'b 2.0.0',
      'd',
      'e 1.0',
      'e 2.0',
      'f *',
      'g',
      'h',
    ]);
    const entry = (name: string) => reading.packages.find((each) => each.name === name);
    assert.equal(textAt(text, entry('django')?.range), 'Django');
    assert.equal(textAt(text, entry('django')?.versionRange), '>=4');
    assert.equal(textAt(text, entry('x')?.versionRange), '==1.0');
    assert.equal(textAt(text, entry('b')?.versionRange), '2.0.0');
    assert.deepEqual(
      ['z', 'd', 'a'].map((name) => entry(name)?.origin),
      ['path', 'git', 'registry'],
    );
    assert.deepEqual(
      ['z', 'pytest', 'f', 'g', 'h'].map((name) => entry(name)?.scope),
      ['production', 'development', 'development', 'development', 'development'],
    );
  });

  it('pyproject.toml: what is wrong is left out, and said', () => {
    const reading = readingOf({
      'pyproject.toml': '[project]\ndependencies = ["a", "not a requirement"]\nb = = 1\n',
    });
    assert.deepEqual(named(reading), ['a']);
    assert.deepEqual(
      reading.problems.map(({ line }) => line),
      [3, 2],
    );
  });

  it('Pipfile: a table for each category', () => {
    const pipfile = [
      '[[source]]',
      'url = "https://pypi.org/simple"',
      '[packages]',
      'a = "*"',
      'b = {version = "==1.0", extras = ["x"]}',
      'c = {path = "."}',
      '[dev-packages]',
      'd = ">=2"',
      '[docs]',
      'e = "*"',
      '[requires]',
      'python_version = "3.12"',
    ].join('\n');
    const reading = readingOf({ Pipfile: pipfile });
    assert.deepEqual(named(reading), ['a *', 'b 1.0', 'c', 'd >=2', 'e *']);
    assert.deepEqual(
      reading.packages.map(({ scope }) => scope),
      ['production', 'production', 'production', 'development', 'development'],
    );
    assert.equal(textAt(pipfile, reading.packages[1]?.versionRange), '==1.0');
  });
});

describe('lock files of Python', () => {
  it('Pipfile.lock', () => {
    const reading = readingOf({
      'Pipfile.lock': JSON.stringify({
        _meta: { hash: {} },
        default: {
          A_b: { version: '==1.0', hashes: [] },
          c: { git: 'https://example.com/c.git', ref: '0a' },
        },
        develop: { d: { version: '==2.0' }, e: { path: '.', editable: true } },
      }),
    });
    assert.deepEqual(named(reading), ['a-b 1.0', 'c', 'd 2.0', 'e']);
    assert.deepEqual(
      reading.packages.map(({ scope, origin }) => [scope, origin]),
      [
        ['production', 'registry'],
        ['production', 'git'],
        ['development', 'registry'],
        ['development', 'path'],
      ],
    );
  });

  it('poetry.lock of Poetry 1 and 2', () => {
    const reading = readingOf({
      'poetry.lock': [
        '[[package]]',
        'name = "A.b"',
        'version = "1.0"',
        'groups = ["dev", "main"]',
        '[package.dependencies]',
        'C_d = {version = ">=1", markers = "x"}',
        '[[package]]',
        'name = "c-d"',
        'version = "2.0"',
        'category = "dev"',
        '[[package]]',
        'name = "e"',
        'version = "3.0"',
        '[package.source]',
        'type = "git"',
        '[metadata]',
        'lock-version = "2.1"',
      ].join('\n'),
    });
    assert.deepEqual(named(reading), ['a-b 1.0', 'c-d 2.0', 'e 3.0']);
    assert.deepEqual(
      reading.packages.map(({ scope, origin, direct }) => [scope, origin, direct]),
      [
        ['production', 'registry', undefined],
        ['development', 'registry', undefined],
        ['unknown', 'git', undefined],
      ],
    );
    assert.deepEqual(needed(reading), { 'a-b@1.0': ['c-d@2.0'] });
    assert.equal(reading.packages[1]?.range.startLine, 8);
  });

  it('uv.lock: what the packages of the workspace need is direct', () => {
    const reading = readingOf({
      'uv.lock': [
        'version = 1',
        '[[package]]',
        'name = "own"',
        'version = "0.1.0"',
        'source = { editable = "." }',
        'dependencies = [{ name = "a", version = "2.0", source = { registry = "x" } }]',
        '[package.dev-dependencies]',
        'dev = [{ name = "b" }]',
        '[[package]]',
        'name = "a"',
        'version = "1.0"',
        'source = { registry = "x" }',
        '[[package]]',
        'name = "a"',
        'version = "2.0"',
        'source = { registry = "x" }',
        'dependencies = [{ name = "b" }, { name = "c" }]',
        '[[package]]',
        'name = "b"',
        'version = "1.0"',
        'source = { git = "https://example.com/b.git" }',
        '[[package]]',
        'name = "c"',
        'version = "1.0"',
        'source = { url = "https://example.com/c.whl" }',
      ].join('\n'),
    });
    assert.deepEqual(named(reading), ['a 1.0', 'a 2.0', 'b 1.0', 'c 1.0']);
    assert.deepEqual(
      reading.packages.map(({ direct, scope, origin }) => [direct, scope, origin]),
      [
        [false, 'unknown', 'registry'],
        [true, 'production', 'registry'],
        [true, 'development', 'git'],
        [false, 'unknown', 'url'],
      ],
    );
    assert.deepEqual(needed(reading), { 'a@2.0': ['b@1.0', 'c@1.0'] });
  });

  it('pdm.lock and pylock.toml', () => {
    const pdm = readingOf({
      'pdm.lock': [
        '[[package]]',
        'name = "a"',
        'version = "1.0"',
        'groups = ["default"]',
        'dependencies = ["b[x]>=1; python_version > \\"3\\""]',
        '[[package]]',
        'name = "b"',
        'version = "2.0"',
        'groups = ["test"]',
        '[[package]]',
        'name = "b"',
        'version = "2.0"',
        'extras = ["x"]',
        'groups = ["test"]',
      ].join('\n'),
    });
    assert.deepEqual(named(pdm), ['a 1.0', 'b 2.0', 'b 2.0']);
    assert.deepEqual(needed(pdm), { 'a@1.0': ['b@2.0', 'b@2.0/1'] });
    assert.deepEqual(
      pdm.packages.map(({ scope }) => scope),
      ['production', 'development', 'development'],
    );
    const pep751 = readingOf({
      'pylock.prod.toml': [
        'lock-version = "1.0"',
        '[[packages]]',
        'name = "a"',
        'version = "1.0"',
        'dependencies = [{ name = "b" }]',
        '[[packages]]',
        'name = "b"',
        'vcs = { type = "git", url = "https://example.com/b.git" }',
        '[[packages]]',
        'version = "1"',
      ].join('\n'),
    });
    assert.deepEqual(named(pep751), ['a 1.0', 'b']);
    assert.deepEqual(needed(pep751), { 'a@1.0': ['b'] });
    assert.equal(pep751.packages[1]?.origin, 'git');
    assert.equal(pep751.problems.length, 1);
  });
});
