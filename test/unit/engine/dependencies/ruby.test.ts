import assert from 'node:assert/strict';
import { named, needed, readingOf, textAt } from './support.ts';

const gemfile = `source "https://rubygems.org"
ruby "3.2.0"
gem "rails", "~> 7.0", ">= 7.0.4" # the framework
gem 'exact', '1.2.3', require: false
gem "unpinned"
gem("parens", "= 2.0")
gem "computed", ENV["VERSION"]
gem "named-#{x}", "1"
gem "forked", git: "https://example.com/forked.git"
gem "near", :path => "../near"
gem "linter", "1.0", group: [:development, :test]
group :development, :test do
  gem "rspec", "~> 3.12"
  if RUBY_VERSION > "3"
    gem "debug"
  end
end
group :production, :test do
  gem "pg"
end
path "vendor" do
  gem "vendored"
end
eval_gemfile "more/Gemfile.shared"
eval_gemfile "../outside/Gemfile"
gem "last"
`;

describe('Gemfile', () => {
  const files = { Gemfile: gemfile, 'more/Gemfile.shared': 'gem "shared", "1.0"\n' };
  const reading = readingOf(files);
  const entry = (name: string) => reading.packages.find((each) => each.name === name);

  it('gives the gems that it names, with their requirements', () => {
    assert.deepEqual(named(reading), [
      'rails ~> 7.0, >= 7.0.4',
      'exact 1.2.3',
      'unpinned',
      'parens 2.0',
      'computed',
      'forked',
      'near',
      'linter 1.0',
      'rspec ~> 3.12',
      'debug',
      'pg',
      'vendored',
      'last',
    ]);
    assert.equal(entry('rails')?.version, undefined);
    assert.equal(entry('exact')?.version, '1.2.3');
    assert.equal(entry('parens')?.version, '2.0');
  });

  it('knows groups and origins, of blocks, too', () => {
    const development = reading.packages.filter(({ scope }) => scope === 'development');
    assert.deepEqual(
      development.map(({ name }) => name),
      ['linter', 'rspec', 'debug'],
    );
    assert.equal(entry('last')?.group, 'default');
    assert.deepEqual(
      ['forked', 'near', 'vendored', 'last'].map((name) => entry(name)?.origin),
      ['git', 'path', 'path', 'registry'],
    );
  });

  it('says where names and versions stand', () => {
    assert.equal(textAt(gemfile, entry('rspec')?.range), 'rspec');
    assert.equal(textAt(gemfile, entry('rspec')?.versionRange), '~> 3.12');
    assert.equal(textAt(gemfile, entry('rails')?.versionRange), '~> 7.0", ">= 7.0.4');
    assert.equal(entry('computed')?.versionRange, undefined);
  });

  it('reads included files, and says which one it cannot', () => {
    assert.deepEqual(named(readingOf(files, 'more/Gemfile.shared')), ['shared 1.0']);
    assert.deepEqual(
      reading.problems.map(({ line }) => line),
      [25],
    );
  });
});

describe('*.gemspec', () => {
  it('gives dependencies for running and for development', () => {
    const text = `Gem::Specification.new do |spec|
  spec.name = "x"
  spec.add_dependency "rack", ">= 2.0", "< 4"
  spec.add_runtime_dependency 'json', '2.6.1'
  s.add_development_dependency("rake".freeze)
  # spec.add_dependency "commented"
end
`;
    const reading = readingOf({ 'x.gemspec': text });
    assert.deepEqual(named(reading), ['rack >= 2.0, < 4', 'json 2.6.1', 'rake']);
    assert.deepEqual(
      reading.packages.map(({ scope }) => scope),
      ['production', 'production', 'development'],
    );
  });
});

const lock = `GIT
  remote: https://example.com/forked.git
  revision: 0123
  specs:
    forked (0.5.0)

PATH
  remote: .
  specs:
    app (0.1.0)
      rack (>= 2.0)

GEM
  remote: https://rubygems.org/
  specs:
    nokogiri (1.15.0)
      racc (~> 1.4)
    nokogiri (1.15.0-x86_64-linux)
      racc (~> 1.4)
    racc (1.7.1)
    rack (2.2.7)

PLATFORMS
  ruby

DEPENDENCIES
  app!
  forked!
  nokogiri (~> 1.15)

BUNDLED WITH
   2.4.0
`;

describe('Gemfile.lock', () => {
  const reading = readingOf({ 'Gemfile.lock': lock });

  it('gives every gem once for all platforms, with what it needs', () => {
    assert.deepEqual(named(reading), [
      'forked 0.5.0',
      'app 0.1.0',
      'nokogiri 1.15.0',
      'racc 1.7.1',
      'rack 2.2.7',
    ]);
    assert.deepEqual(needed(reading), { 'app@0.1.0': ['rack@2.2.7'], 'nokogiri@1.15.0': ['racc@1.7.1'] });
  });

  it('tells direct gems and origins', () => {
    assert.deepEqual(
      reading.packages.map(({ direct, origin }) => [direct, origin]),
      [
        [true, 'git'],
        [true, 'path'],
        [true, 'registry'],
        [false, 'registry'],
        [false, 'registry'],
      ],
    );
    assert.equal(textAt(lock, reading.packages[2]?.range), 'nokogiri (1.15.0)');
  });

  it('gives a reason for what it cannot read', () => {
    assert.equal(readingOf({ 'Gemfile.lock': '{}' }).problems.length, 1);
    assert.equal(readingOf({ 'Gemfile.lock': 'GEM\n  specs:\n    nameless\n' }).problems[0]?.line, 3);
    assert.deepEqual(readingOf({ 'Gemfile.lock': '' }).problems, []);
  });
});
