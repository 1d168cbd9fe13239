import assert from 'node:assert/strict';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { openSnapshot } from '../../../../../src/engine/dependencies/advisories/snapshot-reader.ts';
import { writeSnapshot } from '../../../../../src/engine/dependencies/advisories/snapshot-writer.ts';
import type { Advisory } from '../../../../../src/engine/dependencies/advisory.ts';

const sources = [
  { name: 'one', licence: 'MIT', newest: '2024-05-01', records: 2 },
  { name: 'two', licence: 'CC-BY-4.0', records: 1 },
];

const full: Advisory = {
  id: 'CVE-2024-1000',
  aliases: ['GO-2024-1'],
  summary: 'A text that is not passed on',
  cwes: ['CWE-79'],
  cvss: ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
  severity: 'HIGH',
  published: '2024-01-02T03:04:05Z',
  modified: '2024-05-01',
  withdrawn: '2024-06-01T00:00:00Z',
  affected: [
    {
      ecosystem: 'Go',
      name: 'example.org/ä',
      ranges: [
        { introduced: '0', fixed: '1.5.0' },
        { introduced: '2.0.0', lastAffected: '2.1.0' },
        { introduced: '3.0.0', before: '4.0.0' },
        { introduced: '5.0.0' },
      ],
      versions: ['1.9.9'],
      symbols: [{ module: 'example.org/ä/b', names: ['F', 'T.M'] }, { names: [] }],
      sources: ['two'],
    },
    { ecosystem: 'npm', name: '__proto__', ranges: [{ introduced: '0' }], versions: [], symbols: [] },
  ],
  sources: ['one', 'two'],
  references: ['https://example.org/a'],
};

const plain: Advisory = {
  id: 'TEST-1',
  aliases: [],
  cwes: [],
  cvss: [],
  affected: [
    { ecosystem: 'PyPI', name: 'some-name', ranges: [{ introduced: '0' }], versions: [], symbols: [] },
  ],
  sources: ['one'],
  references: [],
};

const undo = (section: Uint8Array, limit: number): Uint8Array =>
  brotliDecompressSync(section, { maxOutputLength: Math.max(1, limit) });
const bytes = writeSnapshot([plain, full], sources, brotliCompressSync);
const open = (of: Uint8Array = bytes) => openSnapshot(of, 'test', undo);

describe('a snapshot of advisories', () => {
  it('gives back the facts, and pages about the ids in place of addresses and texts', () => {
    const { summary: _, ...facts } = full;
    assert.deepEqual(open().find('Go', 'example.org/ä'), [
      {
        ...facts,
        published: '2024-01-02',
        withdrawn: '2024-06-01',
        affected: full.affected.slice(0, 1),
        references: ['https://nvd.nist.gov/vuln/detail/CVE-2024-1000', 'https://pkg.go.dev/vuln/GO-2024-1'],
      },
    ]);
  });

  it('finds a package in any spelling of its name, and no other', () => {
    const snapshot = open();
    assert.deepEqual(snapshot.find('PyPI', 'Some_Name'), [plain]);
    assert.equal(snapshot.find('npm', '__proto__').length, 1);
    for (const name of ['constructor', 'some', 'some-name']) assert.deepEqual(snapshot.find('npm', name), []);
    assert.deepEqual(snapshot.find('Hex', 'some-name'), []);
  });

  it('says where its records are from', () => {
    assert.deepEqual(open().header.sources, sources);
    assert.equal(open().header.newest, '2024-05-01');
  });

  it('is the same whatever the order of its records', () => {
    assert.deepEqual(writeSnapshot([full, plain], sources, brotliCompressSync), bytes);
  });

  it('decompresses the ecosystems that are asked for, once', () => {
    let times = 0;
    const snapshot = openSnapshot(bytes, 'test', (section, limit) => {
      times += 1;
      return undo(section, limit);
    });
    assert.equal(times, 0);
    snapshot.find('Go', 'a');
    snapshot.find('Go', 'b');
    assert.equal(times, 1);
  });

  it('cannot be written with a source that it does not describe', () => {
    assert.throws(
      () => writeSnapshot([full], sources.slice(0, 1), brotliCompressSync),
      /two is not described/,
    );
  });

  it('refuses what is no snapshot, or a damaged one', () => {
    assert.throws(() => open(new Uint8Array()), /no snapshot/);
    assert.throws(() => open(new TextEncoder().encode('<html>'.repeat(20))), /no snapshot/);
    assert.throws(() => open(bytes.subarray(0, bytes.length - 1)), /damaged/);
    const flipped = Uint8Array.from(bytes, (byte, at) => (at === bytes.length - 5 ? byte ^ 255 : byte));
    assert.throws(() => {
      for (const ecosystem of ['npm', 'PyPI', 'Go'] as const) open(flipped).find(ecosystem, 'a');
    }, /damaged/);
  });

  it('refuses a section that is larger than it says', () => {
    const bomb = writeSnapshot([plain], sources, () => brotliCompressSync(new Uint8Array(1_000_000)));
    assert.throws(() => open(bomb).find('PyPI', 'some-name'), /damaged/);
  });
});
