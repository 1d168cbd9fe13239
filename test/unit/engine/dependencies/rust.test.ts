import assert from 'node:assert/strict';
import { named, needed, readingOf, textAt } from './support.ts';

const manifest = `[package]
name = "app"
[dependencies]
serde = "1.0"
exact = "=1.2.3"
renamed = { package = "real-name", version = "0.4", features = ["a"] }
local = { path = "../local", version = "1" }
fork = { git = "https://example.com/fork" }
shared.workspace = true
missing = { workspace = true }
[dev-dependencies]
criterion = "0.5"
[target.'cfg(unix)'.dependencies.nix]
version = "0.27"
`;
const workspace = `[workspace]
members = ["app"]
[workspace.dependencies]
shared = { version = "2.1" }
unused = "1"
`;

describe('Cargo.toml', () => {
  const files = { 'app/Cargo.toml': manifest, 'Cargo.toml': workspace };
  const reading = readingOf(files, 'app/Cargo.toml');
  const entry = (name: string) => reading.packages.find((each) => each.name === name);

  it('gives the dependencies of every table, renamed ones by their real names', () => {
    assert.deepEqual(named(reading), [
      'serde 1.0',
      'exact 1.2.3',
      'real-name 0.4',
      'local 1',
      'fork',
      'shared 2.1',
      'missing',
      'criterion 0.5',
      'nix 0.27',
    ]);
    assert.deepEqual(
      [entry('local')?.origin, entry('fork')?.origin, entry('serde')?.origin],
      ['path', 'git', 'registry'],
    );
    assert.equal(entry('criterion')?.scope, 'development');
    assert.equal(entry('nix')?.group, 'target.cfg(unix).dependencies');
  });

  it('knows an exact version from a range', () => {
    assert.equal(entry('serde')?.version, undefined);
    assert.equal(entry('exact')?.version, '1.2.3');
  });

  it('says where names and versions stand, also in the workspace', () => {
    assert.equal(textAt(manifest, entry('real-name')?.range), 'renamed');
    assert.equal(textAt(manifest, entry('real-name')?.versionRange), '0.4');
    assert.equal(textAt(manifest, entry('nix')?.versionRange), '0.27');
    assert.equal(entry('shared')?.versionRange, undefined);
    assert.equal(entry('shared')?.versionElsewhere?.file, 'Cargo.toml');
    assert.equal(textAt(workspace, entry('shared')?.versionElsewhere?.range), '2.1');
  });

  it('asks for nothing that stands only in the table of the workspace', () => {
    assert.deepEqual(named(readingOf(files, 'Cargo.toml')), []);
  });

  it('says what is inherited from nowhere', () => {
    assert.match(reading.problems[0]?.message ?? '', /missing is inherited/);
    assert.equal(reading.problems[0]?.line, 10);
  });

  it('says of a source that is no text that it was left out', () => {
    const reading = readingOf({ 'Cargo.toml': '[dependencies]\na = { git = { url = "x" } }\nb = "1"\n' });
    assert.deepEqual(named(reading), ['b 1']);
    assert.match(reading.problems[0]?.message ?? '', /The git of a is no text/);
  });

  it('does not leave the project for a workspace', () => {
    const outside = '[package]\nworkspace = "../.."\n[dependencies]\na.workspace = true\n';
    const files = { 'Cargo.toml': outside };
    assert.match(readingOf(files).problems[0]?.message ?? '', /not there/);
  });
});

const lock = `version = 3

[[package]]
name = "app"
version = "0.1.0"
dependencies = [
 "serde 1.0.100",
 "both",
]

[[package]]
name = "serde"
version = "1.0.100"
source = "registry+https://github.com/rust-lang/crates.io-index"
dependencies = ["both"]

[[package]]
name = "serde"
version = "0.9.0"
source = "registry+https://github.com/rust-lang/crates.io-index"

[[package]]
name = "both"
version = "2.0.0"
source = "git+https://example.com/both#0123"
dependencies = ["serde 0.9.0"]
`;

describe('Cargo.lock', () => {
  const reading = readingOf({ 'Cargo.lock': lock });

  it('gives every package with what it needs', () => {
    assert.deepEqual(named(reading), ['app 0.1.0', 'serde 1.0.100', 'serde 0.9.0', 'both 2.0.0']);
    assert.deepEqual(needed(reading), {
      'app@0.1.0': ['serde@1.0.100', 'both@2.0.0 (git+https://example.com/both#0123)'],
      'serde@1.0.100': ['both@2.0.0 (git+https://example.com/both#0123)'],
      'both@2.0.0 (git+https://example.com/both#0123)': ['serde@0.9.0'],
    });
  });

  it('takes what packages of the project need for direct', () => {
    assert.deepEqual(
      reading.packages.map(({ direct, origin }) => [direct, origin]),
      [
        [undefined, 'path'],
        [true, 'registry'],
        [false, 'registry'],
        [true, 'git'],
      ],
    );
    assert.equal(reading.packages[2]?.range.startLine, 17);
  });

  it('reads version 1, with the project as its root and sources in references', () => {
    const source = 'registry+https://github.com/rust-lang/crates.io-index';
    const first = `[root]\nname = "app"\nversion = "0.1.0"\ndependencies = ["a 1.0.0 (${source})"]\n
[[package]]\nname = "a"\nversion = "1.0.0"\nsource = "${source}"\n
[metadata]\n"checksum a 1.0.0 (${source})" = "00"\n`;
    const read = readingOf({ 'Cargo.lock': first });
    assert.deepEqual(named(read), ['app 0.1.0', 'a 1.0.0']);
    assert.deepEqual(needed(read), { 'app@0.1.0': ['a@1.0.0'] });
    assert.equal(read.packages[1]?.direct, true);
  });

  it('gives a reason for what it cannot read', () => {
    assert.match(readingOf({ 'Cargo.lock': 'no TOML' }).problems[0]?.message ?? '', /TOML/);
    assert.equal(readingOf({ 'Cargo.lock': '[[package]]\nversion = "1.0.0"\n' }).problems[0]?.line, 1);
  });
});
