import assert from 'node:assert/strict';
import { named, needed, readingOf, textAt } from './support.ts';

const manifest = `{
  "require": {
    "php": ">=8.1",
    "ext-json": "*",
    "Monolog/Monolog": "^2.0",
    "exact/one": "1.2.3",
    "branch/one": "dev-main"
  },
  "require-dev": { "phpunit/phpunit": "~9.6", "wrong/one": 1 }
}`;

describe('composer.json', () => {
  const reading = readingOf({ 'composer.json': manifest });

  it('gives packages, and neither PHP nor its extensions', () => {
    assert.deepEqual(named(reading), [
      'monolog/monolog ^2.0',
      'exact/one 1.2.3',
      'branch/one dev-main',
      'phpunit/phpunit ~9.6',
    ]);
    assert.deepEqual(
      reading.packages.map(({ version, scope, origin }) => [version, scope, origin]),
      [
        [undefined, 'production', 'registry'],
        ['1.2.3', 'production', 'registry'],
        [undefined, 'production', 'git'],
        [undefined, 'development', 'registry'],
      ],
    );
    assert.equal(reading.problems[0]?.line, 9);
  });

  it('says where names and ranges stand', () => {
    assert.equal(textAt(manifest, reading.packages[0]?.range), 'Monolog/Monolog');
    assert.equal(textAt(manifest, reading.packages[0]?.versionRange), '^2.0');
  });
});

const lock = `{
  "packages": [
    { "name": "symfony/http", "version": "v5.4.0", "require": { "php": ">=7", "psr/Log-Implementation": "1" },
      "source": { "type": "git" }, "dist": { "type": "zip" } },
    { "name": "Monolog/Monolog", "version": "2.9.0", "provide": { "psr/log-implementation": "1.0" } },
    { "version": "1.0" }
  ],
  "packages-dev": [
    { "name": "near/one", "version": "dev-main", "dist": { "type": "path" } },
    { "name": "vcs/one", "version": "1.0.0", "source": { "type": "git" } }
  ]
}`;

describe('composer.lock', () => {
  const reading = readingOf({ 'composer.lock': lock });

  it('gives packages with what they need, over what provides it', () => {
    assert.deepEqual(named(reading), [
      'symfony/http v5.4.0',
      'monolog/monolog 2.9.0',
      'near/one dev-main',
      'vcs/one 1.0.0',
    ]);
    assert.deepEqual(needed(reading), { 'symfony/http@v5.4.0': ['monolog/monolog@2.9.0'] });
  });

  it('tells scope and origin', () => {
    assert.deepEqual(
      reading.packages.map(({ scope, origin }) => [scope, origin]),
      [
        ['production', 'registry'],
        ['production', 'registry'],
        ['development', 'path'],
        ['development', 'git'],
      ],
    );
    assert.equal(reading.packages[1]?.range.startLine, 5);
    assert.equal(reading.problems[0]?.line, 6);
  });

  it('gives a reason for another file', () => {
    assert.match(readingOf({ 'composer.lock': '{}' }).problems[0]?.message ?? '', /not a lock file/);
  });
});
