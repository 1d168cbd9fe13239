/** Whatever a repository has in its manifests: what can be read is read, the rest is said, and nothing outside is asked for. */
import assert from 'node:assert/strict';
import { sourceOf } from '../../../../src/engine/dependencies/advisories/memory-source.ts';
import { examineDependencies } from '../../../../src/engine/dependencies/examine.ts';
import type { ProjectFiles } from '../../../../src/engine/dependencies/package.ts';
import { readManifests } from '../../../../src/engine/dependencies/reading.ts';
import { named, project, readingOf } from './support.ts';

/** Names that stand for ten of the one before: a hundred million times the first, written out. */
const layers = (first: string, next: (n: number, before: string) => string): string =>
  [first, ...Array.from({ length: 8 }, (_, n) => next(n + 1, `l${n}`))].join('\n');
const yamlBomb = layers('l0: &l0 [x]', (n, before) => `l${n}: &l${n} [${`*${before}, `.repeat(10)}]`);
const xmlBomb = `<!DOCTYPE p [<!ENTITY l0 "1.0">${layers('', (n, before) => `<!ENTITY l${n} "${`&${before};`.repeat(10)}">`)}]>`;

/** Each format of lock file with one package on both sides of a conflict and one in it. */
const conflict = (...own: readonly string[]): string[] => [
  '<<<<<<< HEAD',
  ...own,
  '=======',
  ...own,
  '>>>>>>> theirs',
];
const conflicting: Readonly<Record<string, readonly string[]>> = {
  'package-lock.json': [
    '{"packages": {',
    '"node_modules/a": {"version": "1.0.0"}',
    ...conflict(', "node_modules/b": {"version": "1.0.0"}'),
    '}}',
  ],
  'pnpm-lock.yaml': ['packages:', '  a@1.0.0: {}', ...conflict('  b@1.0.0: {}')],
  'yarn.lock': ['a@^1.0.0:', '  version "1.0.0"', ...conflict('b@^1.0.0:', '  version "1.0.0"')],
  'Cargo.lock': [
    '[[package]]',
    'name = "a"',
    'version = "1.0.0"',
    ...conflict('[[package]]', 'name = "b"', 'version = "1.0.0"'),
  ],
  'Gemfile.lock': ['GEM', '  specs:', '    a (1.0.0)', ...conflict('    b (1.0.0)')],
  'poetry.lock': [
    '[[package]]',
    'name = "a"',
    'version = "1.0.0"',
    ...conflict('[[package]]', 'name = "b"', 'version = "1.0.0"'),
  ],
  'composer.lock': [
    '{"packages": [{"name": "a", "version": "1.0.0"}',
    ...conflict(', {"name": "b", "version": "1.0.0"}'),
    ']}',
  ],
  'mix.lock': ['%{', '  "a": {:hex, :a, "1.0.0"},', ...conflict('  "b": {:hex, :b, "1.0.0"},'), '}'],
};

describe('manifests and lock files of bad input', () => {
  it('parents of Maven that lead back to each other are read once each', () => {
    const pom = (own: string, parent: string): string =>
      `<project><groupId>g</groupId><artifactId>${own}</artifactId><parent><groupId>g</groupId><artifactId>${parent}</artifactId>
<relativePath>../${parent}/pom.xml</relativePath></parent><properties><${own}>1.0</${own}></properties>
<dependencies><dependency><groupId>x</groupId><artifactId>${own}</artifactId><version>\${${parent}}</version></dependency></dependencies></project>`;
    const files = {
      'a/pom.xml': pom('a', 'b'),
      'b/pom.xml': pom('b', 'c'),
      'c/pom.xml': pom('c', 'a'),
    };
    const readings = readManifests(project(files));
    assert.equal(readings.length, 3);
    for (const reading of readings) assert.ok(named(reading).includes(`x:${reading.file[0]} 1.0`));
  });

  it('aliases of YAML and entities of XML are not written out', () => {
    const texts: Readonly<Record<string, string>> = {
      'pnpm-lock.yaml': `${yamlBomb}\npackages:\n  a@1.0.0: {}\n`,
      'conda-lock.yml': `${yamlBomb}\npackage: *l8\n`,
      'environment.yml': `${yamlBomb}\ndependencies: *l8\n`,
      'compose.yaml': `${yamlBomb}\nservices: *l8\n`,
      'pubspec.yaml': `${yamlBomb}\ndependencies: *l8\n`,
      '.github/workflows/a.yml': `${yamlBomb}\njobs: *l8\n`,
      'pom.xml': `${xmlBomb}<project><dependencies><dependency><groupId>g</groupId><artifactId>a</artifactId><version>&l8;</version></dependency></dependencies></project>`,
      'a.csproj': `${xmlBomb}<Project><ItemGroup><PackageReference Include="a" Version="&l8;"/></ItemGroup></Project>`,
      'packages.config': `${xmlBomb}<packages><package id="a" version="&l8;"/></packages>`,
    };
    for (const reading of readManifests(project(texts))) {
      assert.ok(reading.packages.length <= 1, reading.file);
      assert.ok((reading.packages[0]?.version ?? '').length < 100, reading.file);
      assert.notEqual(reading.problems.length, 0, reading.file);
    }
  });

  it('lock files with a merge conflict keep what both sides agree on', () => {
    for (const [path, lines] of Object.entries(conflicting)) {
      const reading = readingOf({ [path]: lines.join('\n') });
      assert.deepEqual(named(reading), ['a 1.0.0'], path);
      assert.match(reading.problems[0]?.message ?? '', /merge conflict/, path);
    }
  });

  it('keys that come twice are said, and the last one counts', () => {
    const texts: Readonly<Record<string, string>> = {
      'package-lock.json':
        '{"packages": {"node_modules/a": {"version": "1.0.0"}, "node_modules/a": {"version": "2.0.0"}}}',
      'pubspec.lock': 'packages:\n  a: {version: "1.0.0"}\n  a: {version: "2.0.0"}\n',
      'Cargo.lock': '[[package]]\nname = "a"\nversion = "1.0.0"\nversion = "2.0.0"\n',
    };
    for (const [path, text] of Object.entries(texts)) {
      const reading = readingOf({ [path]: text });
      assert.notEqual(reading.problems.length, 0, path);
      assert.equal(reading.packages.length, 1, path);
    }
  });

  it('asks for no file outside of the project', () => {
    const asked: string[] = [];
    const known = project({
      'package.json': '{"workspaces": ["../../../etc/*", "/etc/*"], "dependencies": {"a": "catalog:"}}',
      'pnpm-workspace.yaml': 'packages: ["../../../etc/*"]\n',
      'requirements.txt': '-r ../../etc/passwd\n-c /etc/passwd\n-r C:\\\\secrets.txt\n',
      'pom.xml':
        '<project><parent><groupId>g</groupId><artifactId>a</artifactId><relativePath>../../../etc/pom.xml</relativePath></parent></project>',
      'Cargo.toml': '[package]\nworkspace = "../../.."\n[dependencies]\na = { workspace = true }\n',
      Gemfile: 'eval_gemfile "../../../etc/passwd"\n',
      'a.csproj': '<Project><Import Project="..\\..\\..\\etc\\secrets.props"/></Project>',
      'build.gradle': 'apply from: "../../../etc/secrets.gradle"\n',
    });
    const files: ProjectFiles = {
      paths: known.paths,
      read(path) {
        asked.push(path);
        return known.read(path);
      },
    };
    readManifests(files);
    assert.deepEqual(
      asked.filter((path) => /^(?:\/|[A-Za-z]:)|(?:^|\/)\.\.(?:\/|$)/.test(path)),
      [],
    );
  });

  it('versions that are none are neither affected nor safe', () => {
    const advisory = {
      id: 'CVE-2030-1',
      aliases: [],
      cwes: [],
      cvss: [],
      affected: [
        {
          ecosystem: 'npm' as const,
          name: 'a',
          ranges: [{ introduced: '0', fixed: '2.0.0' }],
          versions: [],
          symbols: [],
        },
      ],
      sources: ['a test'],
      references: [],
    };
    const lock = '{"packages": {"node_modules/a": {"version": "newest"}}}';
    const report = examineDependencies(project({ 'package-lock.json': lock }), [
      sourceOf('a test', [advisory]),
    ]);
    assert.deepEqual(report.vulnerabilities, []);
    assert.match(
      report.problems[0]?.message ?? '',
      /advisory concerns a is not known: "newest" is no version of npm/,
    );
  });
});
