/** Whatever a repository has in its manifests: every format answers with packages and reasons, and throws nothing else. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { formats } from '../../../../src/engine/dependencies/formats/index.ts';
import type { PackageEntry } from '../../../../src/engine/dependencies/package.ts';
import { project } from './support.ts';

/** A small file of each format, by its path. */
const samples: Readonly<Record<string, string>> = {
  'deno.lock':
    '{"specifiers": {"npm:a@1": "1.0.0_b@1.0.0"}, "npm": {"a@1.0.0_b@1.0.0": {"dependencies": ["b"]}, "b@1.0.0": {}}, "workspace": {"dependencies": ["npm:a@1"]}}',
  'go.mod': 'module a\ngo 1.21.0\nrequire (\n\tb.c/d v1.0.0 // indirect\n)\nreplace b.c/d => ../d\n',
  'go.sum': 'b.c/d v1.0.0 h1:x=\nb.c/d v1.0.0/go.mod h1:y=\n',
  'Cargo.toml': '[dependencies]\na = "1"\nb = { version = "=1.0.0", path = "b" }\nc.workspace = true\n',
  'Cargo.lock': '[[package]]\nname = "a"\nversion = "1.0.0"\ndependencies = ["b 1.0.0"]\n',
  Gemfile: 'gem "a", "~> 1"\ngroup :test do\n  gem "b", path: "b"\nend\neval_gemfile "c"\n',
  'Gemfile.lock': 'GEM\n  specs:\n    a (1.0)\n      b (>= 1)\n    b (1.0-x86)\nDEPENDENCIES\n  a!\n',
  'a.gemspec': 's.add_dependency "a", ["~> 1", ">= 1.1"]\n',
  'composer.json': '{"require": {"php": "8", "a/b": "^1"}, "require-dev": {"c/d": "1.0.0"}}',
  'composer.lock':
    '{"packages": [{"name": "a/b", "version": "1", "require": {"c/d": "1"}}], "packages-dev": []}',
  'pom.xml':
    '<project><properties><v>1</v></properties><dependencies><dependency><groupId>a</groupId><artifactId>b</artifactId><version>${v}</version></dependency></dependencies></project>',
  'build.gradle':
    "def v = '1'\ndependencies {\n  api \"a:b:$v\"\n  testApi group: 'a', name: 'b'\n  api libs.x\n}\n",
  'build.gradle.kts': 'dependencies {\n  implementation(platform("a:b:1"))\n}\n',
  'gradle.lockfile': 'a:b:1=compileClasspath\nempty=\n',
  'gradle/libs.versions.toml':
    '[versions]\nv = "1"\n[libraries]\nx = { module = "a:b", version.ref = "v" }\n',
  'gradle/verification-metadata.xml':
    '<verification-metadata><components><component group="a" name="b" version="1"/></components></verification-metadata>',
  'build.sbt': 'val v = "1"\nlibraryDependencies += "a" %% "b" % v % Test\n',
  'a.csproj':
    '<Project><PropertyGroup><V>1.0.0</V></PropertyGroup><ItemGroup><PackageReference Include="a;b" Version="$(V)"/></ItemGroup></Project>',
  'packages.config': '<packages><package id="a" version="1"/></packages>',
  'packages.lock.json': '{"dependencies": {"net8.0": {"A": {"type": "Direct", "resolved": "1"}}}}',
  'a.deps.json':
    '{"targets": {"t": {"a/1": {"dependencies": {"b": "1"}}}}, "libraries": {"a/1": {"type": "project"}}}',
  'paket.dependencies': 'nuget A >= 1.0 < 2.0\ngroup B\n  nuget C ~> 1\n',
  'paket.lock': 'NUGET\n  remote: x\n    A (1.0)\n      B (>= 1)\n    B (1.1)\n',
  'pubspec.yaml': 'dependencies:\n  a: ^1.0.0\n  b: { path: b }\n',
  'pubspec.lock': 'packages:\n  a:\n    dependency: transitive\n    version: "1.0.0"\n',
  'mix.exs': 'def project, do: [deps: deps()]\ndefp deps do\n  [{:a, "~> 1", only: [:dev]}]\nend\n',
  'mix.lock': '%{\n  "a": {:hex, :a, "1", "c", [:mix], [{:b, "1", [hex: :b]}], "hexpm"},\n}\n',
  'Package.swift': '.package(url: "https://a/b", from: "1.0.0"), .package(url: "c", "1.0.0"..<"2.0.0")\n',
  'Package.resolved': '{"pins": [{"location": "https://a/b", "state": {"version": "1.0.0"}}], "version": 2}',
  'environment.yml': 'dependencies:\n  - a=1=b\n  - pip:\n    - c==1\n',
  'conda-lock.yml': 'package:\n- name: a\n  version: 1\n  manager: pip\n  dependencies:\n    b: 1\n',
  'pixi.lock': 'packages:\n- conda: https://a/b-1-c.conda\n  depends:\n  - d >=1\n',
  'pixi.toml': '[feature.x.target.y.dependencies]\na = "1"\n',
  '.github/workflows/a.yml': 'jobs:\n  a:\n    steps:\n      - uses: a/b@v1\n      - uses: docker://c:1\n',
  Dockerfile: 'ARG A=1\nFROM a:${A} AS b\nRUN <<EOF\nx\nEOF\nCOPY --from=c:1 . \\\n  .\n',
  'compose.yaml': 'services:\n  a:\n    image: b:${C:-1}\n',
};

/** What breaks readers: brackets without a counterpart, names of prototypes, values that are no text. */
const fragments = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '"',
    "'",
    '\\',
    '\n',
    '\r\n',
    '\t',
    '  ',
    '#',
    '//',
    '/*',
    ':',
    ',',
    '=',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '\u0000',
    '\ufeff',
    '💥',
    '${',
    '$(',
    '#{',
    '&a ',
    '*a ',
    '<<: ',
  ],
  ...[
    '<<EOF',
    '<!--',
    ']]>',
    '&lt;',
    'null',
    '1e999',
    '../../../etc/passwd',
    'do\n',
    'end\n',
    '%',
    '@',
    '- ',
  ],
];

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  removed: fc.nat(12),
  put: fc.oneof(fc.constantFrom(...fragments), fc.string({ maxLength: 8 }), fc.constant('')),
});

function edited(
  text: string,
  edits: readonly { readonly at: number; readonly removed: number; readonly put: string }[],
): string {
  let result = text;
  for (const { at, removed, put } of edits) {
    const offset = Math.floor(at * result.length);
    result = result.slice(0, offset) + put + result.slice(offset + removed);
  }
  return result;
}

describe('every format', () => {
  for (const [path, sample] of Object.entries(samples)) {
    const format = formats.find((each) => each.reads(path));
    const read = (text: string): ReturnType<NonNullable<typeof format>['read']> | undefined => {
      try {
        return format?.read(text, path, project({ ...samples, [path]: text }));
      } catch (error) {
        if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
        throw error;
      }
    };

    it(`reads ${path}, and answers for any damage to it`, () => {
      const whole = read(sample);
      assert.deepEqual(
        whole?.problems.filter(({ message }) => /not (?:JSON|TOML|YAML|valid)/.test(message)),
        [],
      );
      assert.notEqual(whole?.packages.length ?? 0, path === 'go.sum' ? 1 : 0);
      fc.assert(
        fc.property(fc.array(edit, { minLength: 1, maxLength: 5 }), (edits) => {
          const text = edited(sample, edits);
          const packages = read(text)?.packages ?? [];
          assert.deepEqual(faults(packages, text), []);
        }),
        { numRuns: 60 },
      );
    });
  }
});

/** What no reader may say: a key twice, a need without an entry, a place outside of the text. */
function faults(packages: readonly PackageEntry[], text: string): string[] {
  const keys = new Set(packages.map(({ key }) => key));
  const lines = text.split('\n');
  const isInside = ({ startLine, startColumn, endLine, endColumn }: PackageEntry['range']): boolean =>
    startLine >= 1 &&
    startColumn >= 1 &&
    endLine <= lines.length &&
    endColumn <= (lines[endLine - 1]?.length ?? 0) + 1;
  return [
    ...(keys.size === packages.length ? [] : ['a key comes twice']),
    ...packages.flatMap(({ key, name, needs, range, versionRange }) => [
      ...(name === '' ? [`${key} has no name`] : []),
      ...(needs.every((need) => keys.has(need)) ? [] : [`${key} needs what is not there`]),
      ...(isInside(range) && (!versionRange || isInside(versionRange)) ? [] : [`${key} stands nowhere`]),
    ]),
  ];
}
