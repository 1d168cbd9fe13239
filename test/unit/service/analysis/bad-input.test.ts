import assert from 'node:assert/strict';
import type { Finding } from '../../../../src/engine/finding.ts';
import { scanFolder } from '../../../../src/service/analysis/index.ts';
import { scanAssets } from '../../../support/bundled-worker.ts';
import { Tree } from './tree.ts';

/** Bad files beside good ones, through the real worker, parsers and solver: the good ones are analysed all the same. */

const vulnerable = `const { exec } = require('node:child_process');
require('express')().get('/ping', (req, res) => {
  exec('ping ' + req.query.host);
});
`;
const deep = 10_000;

async function scan(files: Readonly<Record<string, string | Uint8Array>>) {
  using folder = new Tree({ ...files, 'good.js': vulnerable });
  const findings: Finding[] = [];
  const summary = await scanFolder({
    assets: scanAssets,
    root: folder.root,
    on: (event) => {
      if (event.type === 'finding') findings.push(event.finding);
    },
    limits: { fileStallMs: 60_000 },
  });
  const skips = new Map(summary.skips.map((skip) => [skip.file, skip.reason]));
  const found = new Set(findings.map(({ file, vulnClass }) => `${vulnClass} ${file}`));
  assert.ok(found.has('command-injection good.js'), [...found].join());
  return { summary, skips, found };
}

describe('a scan of bad input', () => {
  it('reports what is binary, minified or too large, whatever it is called', async () => {
    const { skips, summary } = await scan({
      'binary.js': Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61, 1, 2, 3]),
      'binary.py': Buffer.from(Array.from({ length: 4_000 }, (_, i) => (i * 31) % 251)),
      'packed.js': `!function(){${'var a=1,b=2;if(a>b){a=b}else{b=a};'.repeat(3_000)}}();`,
      'Huge.java': `class Huge { String s = "${'x'.repeat(3 * 1024 * 1024)}"; }`,
    });
    assert.deepEqual(
      [skips.get('binary.js'), skips.get('binary.py'), skips.get('packed.js'), skips.get('Huge.java')],
      ['binary', 'binary', 'minified', 'too-large'],
    );
    assert.equal(summary.filesSkipped, 4);
  }).timeout(60_000);

  it(`survives files that nest ${deep} deep`, async () => {
    const files = {
      'parens.js': `x = ${'('.repeat(deep)}1${')'.repeat(deep)};`,
      'calls.js': `${'f('.repeat(deep)}1${')'.repeat(deep)};`,
      'objects.ts': `const o = ${'{a:'.repeat(deep)}1${'}'.repeat(deep)};`,
      'blocks.js': `${'if (a) {'.repeat(deep)}${'}'.repeat(deep)}`,
      'sum.js': `x = ${'a + '.repeat(deep)}b;`,
      'chain.js': `x${'.a()'.repeat(deep)};`,
      'Nested.java': `class Nested { int x = ${'('.repeat(deep)}1${')'.repeat(deep)}; }`,
      'lists.py': `x = ${'['.repeat(deep)}${']'.repeat(deep)}`,
      'indent.py': Array.from({ length: 90 }, (_, i) => `${' '.repeat(i)}if x:`).join('\n'),
      'open.js': '('.repeat(deep),
      'array.json': `${'['.repeat(deep)}${']'.repeat(deep)}`,
    };
    const { summary } = await scan(files);
    const accounted = new Set(summary.skips.map((skip) => skip.file)).size + summary.filesAnalysed;
    assert.ok(accounted >= Object.keys(files).length + 1, JSON.stringify(summary.skips));
  }).timeout(120_000);

  it('analyses what is left of broken and mis-encoded files', async () => {
    const { found, skips } = await scan({
      'broken.js': `${vulnerable}\nfunction broken( { if ]] @@ "unclosed\n`,
      'latin.js': Buffer.concat([Buffer.from(vulnerable), Buffer.from('// caf\xe9\n', 'latin1')]),
      'utf16.js': Buffer.from(`\ufeff${vulnerable}`, 'utf16le'),
      'empty.py': '\n',
      'nonsense.java': '}}}} ((( class class ;;;; "',
      'nonsense.py': 'def def def :::\n\t\t  )(\n',
      'dos.js': vulnerable.replaceAll('\n', '\r\n'),
    });
    for (const file of ['broken.js', 'latin.js', 'utf16.js', 'dos.js']) {
      assert.ok(found.has(`command-injection ${file}`), file);
    }
    assert.equal(skips.get('latin.js'), 'encoding');
  }).timeout(60_000);

  it('names files with strange names as they are', async () => {
    const names = ['a b.js', `q'u"o.js`, 'new\nline.js', 'ünï-日本-😀.js', '%41#?.js', '-rf.js'];
    const { found } = await scan(Object.fromEntries(names.map((name) => [name, vulnerable])));
    for (const name of names) assert.ok(found.has(`command-injection ${name}`), name);
  }).timeout(60_000);
});
