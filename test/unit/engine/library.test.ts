import assert from 'node:assert/strict';
import { isPublished, parseManifest } from '../../../src/engine/languages/javascript/manifests.ts';
import { analyse } from '../../support/engine.ts';

const isLibrary = (manifest: string | undefined): boolean => isPublished(parseManifest(manifest));

const code = `const { exec } = require('child_process');
module.exports = function run(name) { exec(name); };
module.exports.inner = { go: (name) => exec(name) };
function own(name) { exec(name); }
own.unused = 1;
`;

async function found(manifest: string | undefined, path: string, text = code): Promise<readonly string[]> {
  const files = [{ path, text }];
  if (manifest !== undefined) files.push({ path: 'package.json', text: manifest });
  const { findings } = await analyse(files);
  return findings.map(({ range, vulnClass }) => `${range.startLine} ${vulnClass}`);
}

const both = ['2 command-injection', '3 command-injection'];

describe('packages that others import', () => {
  it('are those with a name that are not private', () => {
    assert.equal(isLibrary('{"name": "a"}'), true);
    assert.equal(isLibrary('{"name": "a", "private": false}'), true);
    assert.equal(isLibrary('{"name": "a", "private": true}'), false);
    assert.equal(isLibrary('{"private": false}'), false);
    assert.equal(isLibrary(undefined), false);
  });

  it('are not taken from a manifest that cannot be read', () => {
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '"a"',
      '{"name": 3}',
      '{"name": "a", "main": 3}',
      '\uFEFF{"name": "a"',
    ])
      assert.equal(isLibrary(text), false, text);
  });

  it('have arguments that anyone may give: index.js', async () => {
    assert.deepEqual(await found('{"name": "a"}', 'index.js'), both);
  });

  for (const [where, manifest, path] of [
    ['main', '{"name": "a", "main": "./lib/x.js"}', 'lib/x.js'],
    ['main without its extension', '{"name": "a", "main": "lib/x"}', 'lib/x.js'],
    ['main that is a folder', '{"name": "a", "main": "lib"}', 'lib/index.js'],
    ['module', '{"name": "a", "module": "lib/x.js"}', 'lib/x.js'],
    ['exports', '{"name": "a", "exports": "./lib/x.js"}', 'lib/x.js'],
    ['exports by subpath', '{"name": "a", "exports": {".": "./lib/x.js"}}', 'lib/x.js'],
    [
      'exports by condition',
      '{"name": "a", "exports": {".": {"import": {"default": "./lib/x.js"}}}}',
      'lib/x.js',
    ],
    ['exports of a subpath', '{"name": "a", "exports": {"./x": "./lib/x.js"}}', 'lib/x.js'],
    ['exports by pattern', '{"name": "a", "exports": {"./*": "./lib/*.js"}}', 'lib/x.js'],
    ['exports by pattern, built', '{"name": "a", "exports": {"./f/*": "./dist/f/*.js"}}', 'src/f/x.ts'],
    ['a program', '{"name": "a", "bin": {"run": "./cli/run.js"}}', 'cli/run.js'],
    ['no field at all', '{"name": "a"}', 'src/index.js'],
  ] as const) {
    it(`have arguments that anyone may give: ${where}`, async () => {
      assert.deepEqual(await found(manifest, path), both);
    });
  }

  it('are looked at where they begin and not elsewhere', async () => {
    assert.deepEqual(await found('{"name": "a", "main": "other.js"}', 'lib/x.js'), []);
  });

  it('give nothing by a pattern that another one takes back, or that is of everything', async () => {
    const patterns = '{"./*": "./lib/*.js", "./own/*": null}';
    assert.deepEqual(await found(`{"name": "a", "exports": ${patterns}}`, 'lib/own/x.js'), []);
    assert.deepEqual(await found('{"name": "a", "exports": {"./*": "./*"}}', 'lib/x.js'), []);
    assert.deepEqual(await found('{"name": "a", "exports": {"./*": "./features/*.js"}}', 'src/x.js'), []);
  });

  it('are none where the manifest is private or is not there', async () => {
    assert.deepEqual(await found('{"name": "a", "private": true}', 'index.js'), []);
    assert.deepEqual(await found(undefined, 'index.js'), []);
  });

  it('have classes and what functions return in their callers’ hands too', async () => {
    const text = `const { exec } = require('child_process');
class Runner {
  run(name) { exec(name); }
}
module.exports = { Runner, make() { return { go(name) { exec(name); } }; } };
`;
    assert.deepEqual((await found('{"name": "a"}', 'index.js', text)).toSorted(), [
      '3 command-injection',
      '5 command-injection',
    ]);
  });

  it('say that the data is an argument, and count for less than data of a client', async () => {
    const { findings } = await analyse([
      { path: 'package.json', text: '{"name": "a"}' },
      { path: 'index.js', text: code },
      {
        path: 'server.js',
        text: `const { exec } = require('child_process');
require('express')().get('/', (req, res) => exec(req.query.a));`,
      },
    ]);
    const [library] = findings.filter(({ file }) => file === 'index.js');
    const [remote] = findings.filter(({ file }) => file === 'server.js');
    assert.match(library?.message ?? '', /^An argument of an exported function reaches/);
    assert.ok((library?.score ?? 100) < (remote?.score ?? 0));
  });
});
