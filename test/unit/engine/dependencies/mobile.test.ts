import assert from 'node:assert/strict';
import { named, needed, readingOf, textAt } from './support.ts';

describe('Pub', () => {
  const manifest = `name: app
dependencies:
  http: ^0.13.0
  exact: 1.2.3
  any_version:
  flutter: { sdk: flutter }
  hosted:
    hosted: https://example.com
    version: ">=1.0.0 <2.0.0"
  near: { path: ../near }
  overridden: ^1.0.0
dev_dependencies:
  test: 1.10
dependency_overrides:
  overridden: 1.5.0
`;
  const reading = readingOf({ 'pubspec.yaml': manifest });

  it('reads pubspec.yaml', () => {
    assert.deepEqual(named(reading), [
      'http ^0.13.0',
      'exact 1.2.3',
      'any_version',
      'flutter',
      'hosted >=1.0.0 <2.0.0',
      'near',
      'overridden 1.5.0',
      'test 1.10',
    ]);
    assert.deepEqual(
      reading.packages.map(({ origin }) => origin),
      ['registry', 'registry', 'registry', 'path', 'registry', 'path', 'registry', 'registry'],
    );
    assert.equal(reading.packages.at(-1)?.scope, 'development');
    assert.equal(textAt(manifest, reading.packages[4]?.versionRange), '>=1.0.0 <2.0.0');
    assert.equal(textAt(manifest, reading.packages[1]?.range), 'exact');
  });

  it('reads pubspec.lock', () => {
    const lock = `packages:
  a:
    dependency: "direct main"
    description: { name: a, url: "https://pub.dev" }
    source: hosted
    version: "1.0.0"
  b:
    dependency: "direct dev"
    source: hosted
    version: "2.0.0"
  c:
    dependency: transitive
    source: git
    version: "3.0.0"
sdks:
  dart: ">=2.0.0"
`;
    const read = readingOf({ 'pubspec.lock': lock });
    assert.deepEqual(named(read), ['a 1.0.0', 'b 2.0.0', 'c 3.0.0']);
    assert.deepEqual(
      read.packages.map(({ direct, scope, origin }) => [direct, scope, origin]),
      [
        [true, 'production', 'registry'],
        [true, 'development', 'registry'],
        [false, 'unknown', 'git'],
      ],
    );
    assert.match(readingOf({ 'pubspec.lock': 'a: b' }).problems[0]?.message ?? '', /not a lock file/);
  });
});

describe('Mix', () => {
  const manifest = `defmodule App.MixProject do
  use Mix.Project
  def project do
    [app: :app, version: "0.1.0", deps: deps()]
  end
  def other, do: {:not_a_dep, "1.0"}
  defp deps do
    [
      {:phoenix, "~> 1.7.0"},
      {:exact, "== 1.2.3"}, # {:commented, "1.0"}
      {:credo, ">= 0.0.0", only: [:dev, :test], runtime: false},
      {:both, "1.0.0", only: [:prod, :test]},
      {:forked, git: "https://example.com/forked.git", tag: "1.0"},
      {:near, path: "../near"},
      {:renamed, "~> 1.0", hex: :real_name}
    ]
  end
  defp aliases do
    [{:setup, "deps.get"}]
  end
end
`;

  it('reads mix.exs', () => {
    const reading = readingOf({ 'mix.exs': manifest });
    assert.deepEqual(named(reading), [
      'phoenix ~> 1.7.0',
      'exact 1.2.3',
      'credo >= 0.0.0',
      'both 1.0.0',
      'forked',
      'near',
      'real_name ~> 1.0',
    ]);
    assert.deepEqual(
      reading.packages.map(({ scope, origin }) => `${scope} ${origin}`),
      [
        'production registry',
        'production registry',
        'development registry',
        'production registry',
        'production git',
        'production path',
        'production registry',
      ],
    );
    assert.equal(textAt(manifest, reading.packages[0]?.versionRange), '~> 1.7.0');
    assert.equal(textAt(manifest, reading.packages[0]?.range), ':phoenix');
  });

  it('reads mix.lock', () => {
    const lock = `%{
  "cowboy": {:hex, :cowboy, "2.9.0", "aa", [:make, :rebar3], [{:ranch, "1.8.0", [hex: :ranch, repo: "hexpm", optional: false]}], "hexpm", "bb"},
  "forked": {:git, "https://example.com/forked.git", "0123", []},
  "ranch": {:hex, :ranch, "1.8.0", "cc", [:make], [], "hexpm", "dd"},
}
`;
    const reading = readingOf({ 'mix.lock': lock });
    assert.deepEqual(named(reading), ['cowboy 2.9.0', 'forked', 'ranch 1.8.0']);
    assert.deepEqual(needed(reading), { 'cowboy@2.9.0': ['ranch@1.8.0'] });
    assert.equal(reading.packages[1]?.origin, 'git');
    assert.equal(reading.packages[2]?.range.startLine, 4);
    assert.equal(readingOf({ 'mix.lock': 'nothing' }).problems.length, 1);
  });
});

describe('Swift packages', () => {
  it('reads Package.swift', () => {
    const manifest = `let package = Package(name: "App", dependencies: [
  .package(url: "https://github.com/Vapor/vapor.git", from: "4.0.0"),
  .package(url: "https://github.com/a/minor", .upToNextMinor(from: "1.2.3")),
  .package(url: "git@github.com:a/exact.git", exact: "2.0.0"),
  .package(name: "old", url: "https://github.com/a/old", .exact("3.0.0")),
  .package(url: "https://github.com/a/range", "1.0.0"..<"1.5.0"),
  .package(url: "https://github.com/a/closed", "1.0.0"..."1.5.0"),
  .package(url: "https://github.com/a/branch", branch: "main"),
  // .package(url: "https://github.com/a/commented", from: "1.0.0"),
  .package(path: "../Near"),
])
`;
    const reading = readingOf({ 'Package.swift': manifest });
    assert.deepEqual(named(reading), [
      'github.com/vapor/vapor 4.0.0..<5.0.0',
      'github.com/a/minor 1.2.3..<1.3.0',
      'github.com/a/exact 2.0.0',
      'github.com/a/old 3.0.0',
      'github.com/a/range 1.0.0..<1.5.0',
      'github.com/a/closed 1.0.0...1.5.0',
      'github.com/a/branch',
      '../near',
    ]);
    assert.equal(reading.packages[6]?.origin, 'git');
    assert.equal(reading.packages[7]?.origin, 'path');
    assert.equal(textAt(manifest, reading.packages[0]?.versionRange), '4.0.0');
    assert.equal(textAt(manifest, reading.packages[2]?.range), 'git@github.com:a/exact.git');
  });

  it('reads Package.resolved of all versions', () => {
    const first = `{ "object": { "pins": [
      { "package": "A", "repositoryURL": "https://github.com/A/B.git", "state": { "branch": null, "revision": "01", "version": "1.0.0" } }
    ] }, "version": 1 }`;
    const third = `{ "pins": [
      { "identity": "b", "kind": "remoteSourceControl", "location": "https://github.com/a/b", "state": { "revision": "01", "version": "1.0.0" } },
      { "identity": "c", "kind": "remoteSourceControl", "location": "https://github.com/a/c", "state": { "revision": "01", "branch": "main" } },
      { "identity": "d", "kind": "localSourceControl", "location": "/tmp/d", "state": { "revision": "01" } },
      { "state": {} }
    ], "version": 3 }`;
    assert.deepEqual(named(readingOf({ 'Package.resolved': first })), ['github.com/a/b 1.0.0']);
    const reading = readingOf({ 'Package.resolved': third });
    assert.deepEqual(
      reading.packages.map(({ name, version, origin }) => [name, version, origin]),
      [
        ['github.com/a/b', '1.0.0', 'registry'],
        ['github.com/a/c', undefined, 'git'],
        ['/tmp/d', undefined, 'path'],
      ],
    );
    assert.equal(reading.problems[0]?.line, 5);
    assert.match(readingOf({ 'Package.resolved': '{}' }).problems[0]?.message ?? '', /not a lock file/);
  });
});
