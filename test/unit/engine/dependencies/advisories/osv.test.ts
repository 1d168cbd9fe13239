import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readOsv } from '../../../../../src/engine/dependencies/advisories/osv.ts';
import type { AffectedRange } from '../../../../../src/engine/dependencies/advisory.ts';

const read = (record: unknown) => readOsv(record, 'test');

const record = (affected: object, more: object = {}): object => ({
  id: 'TEST-1',
  affected: [{ package: { ecosystem: 'npm', name: 'left' }, ...affected }],
  ...more,
});

const rangesOf = (events: readonly object[], ecosystem = 'npm'): readonly AffectedRange[] =>
  read(record({ package: { ecosystem, name: 'left' }, ranges: [{ type: 'SEMVER', events }] })).advisory
    ?.affected[0]?.ranges ?? [];

const everywhere = { ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] };

describe('records of OSV', () => {
  it('are read with their ids, dates, scores and references', () => {
    const { advisory, problems } = read(
      record(everywhere, {
        id: 'GHSA-aaaa-bbbb-cccc',
        aliases: ['CVE-2024-20000', 'CVE-2024-3000', 'not an id'],
        summary: 'Reads\nanything',
        published: '2024-01-02T03:04:05Z',
        modified: '0001-01-01T00:00:00Z',
        severity: [
          { type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' },
          { type: 'CVSS_V4', score: 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N' },
          { type: 'CVSS_V3', score: '9.8' },
        ],
        database_specific: { severity: 'MODERATE', cwe_ids: ['CWE-079', 22, 'x', 'CWE-22'] },
        references: [{ url: 'https://example.org/a' }, { url: 'javascript:alert(1)' }],
      }),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(advisory, {
      id: 'CVE-2024-3000',
      aliases: ['GHSA-aaaa-bbbb-cccc', 'CVE-2024-20000'],
      summary: 'Reads anything',
      severity: 'MEDIUM',
      published: '2024-01-02T03:04:05Z',
      cwes: ['CWE-79', 'CWE-22'],
      cvss: [
        'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N',
        'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      ],
      affected: [
        { ecosystem: 'npm', name: 'left', ranges: [{ introduced: '0' }], versions: [], symbols: [] },
      ],
      sources: ['test'],
      references: ['https://example.org/a'],
    });
  });

  it('have events in any order', () => {
    const events = [{ fixed: '2.1.0' }, { introduced: '2.0.0' }, { fixed: '1.10.0' }, { introduced: '0' }];
    assert.deepEqual(rangesOf(events), [
      { introduced: '0', fixed: '1.10.0' },
      { introduced: '2.0.0', fixed: '2.1.0' },
    ]);
  });

  it('end with a last affected version, a limit, or nothing', () => {
    assert.deepEqual(rangesOf([{ introduced: '1.0.0' }, { last_affected: '1.5.0' }]), [
      { introduced: '1.0.0', lastAffected: '1.5.0' },
    ]);
    assert.deepEqual(rangesOf([{ introduced: '1.0.0' }]), [{ introduced: '1.0.0' }]);
    assert.deepEqual(rangesOf([{ introduced: '1.0.0' }, { limit: '2.0.0' }]), [
      { introduced: '1.0.0', before: '2.0.0' },
    ]);
    assert.deepEqual(
      rangesOf([{ introduced: '0' }, { fixed: '1.5.0' }, { introduced: '3.0.0' }, { limit: '2.0.0' }]),
      [{ introduced: '0', fixed: '1.5.0' }],
    );
  });

  it('go on where a version is fixed and affected at once', () => {
    assert.deepEqual(
      rangesOf([{ introduced: '0' }, { fixed: '1.0.0' }, { introduced: '1.0.0' }, { fixed: '1.1.0' }]),
      [
        { introduced: '0', fixed: '1.0.0' },
        { introduced: '1.0.0', fixed: '1.1.0' },
      ],
    );
  });

  it('order events by the rules of their ecosystem', () => {
    assert.deepEqual(rangesOf([{ fixed: '1.0.post1' }, { introduced: '1.0rc1' }], 'PyPI'), [
      { introduced: '1.0rc1', fixed: '1.0.post1' },
    ]);
  });

  it('take the last known affected version where a range has no end', () => {
    const withEnd = (known: string) =>
      read(record({ ...everywhere, database_specific: { last_known_affected_version_range: known } }))
        .advisory?.affected[0]?.ranges;
    assert.deepEqual(withEnd('<= 1.2.3'), [{ introduced: '0', lastAffected: '1.2.3' }]);
    assert.deepEqual(withEnd('< 1.2.3'), [{ introduced: '0', before: '1.2.3' }]);
    assert.deepEqual(withEnd('soon'), [{ introduced: '0' }]);
  });

  it('leave out ranges of commits, and say which other ranges are broken', () => {
    const { advisory, problems } = read(
      record({
        versions: ['1.0.0'],
        ranges: [
          { type: 'GIT', events: [{ introduced: '0' }] },
          { type: 'SEMVER', events: [{ introduced: 'yesterday' }] },
          { type: 'SEMVER', events: [{ fixed: '1.0.0' }] },
          { type: 'OTHER', events: [{ introduced: '0' }] },
          null,
        ],
      }),
    );
    assert.deepEqual(advisory?.affected[0]?.ranges, []);
    assert.deepEqual(advisory?.affected[0]?.versions, ['1.0.0']);
    assert.deepEqual(problems, [
      'A range with "yesterday", which is no version of npm, was left out.',
      'A range that begins nowhere was left out.',
      'A range of an unknown type was left out.',
      'A range of an unknown type was left out.',
    ]);
  });

  it('have no advisory where nothing of them is of an ecosystem that is read', () => {
    assert.equal(
      read(record({ package: { ecosystem: 'Debian:12', name: 'left' }, ...everywhere })).advisory,
      undefined,
    );
    assert.equal(read(record({ ranges: [] })).advisory, undefined);
    assert.ok(
      read(record({ package: { ecosystem: 'Maven:https://example.org', name: 'a:b' }, ...everywhere }))
        .advisory,
    );
  });

  it('leave out notes on packages that nobody maintains, and keep unsound ones', () => {
    const noted = (informational: string) =>
      read(
        record({
          ...everywhere,
          package: { ecosystem: 'crates.io', name: 'a' },
          database_specific: { informational },
        }),
      );
    assert.equal(noted('unmaintained').advisory, undefined);
    assert.equal(noted('unsound').advisory?.id, 'TEST-1');
  });

  it('know packages by their canonical names', () => {
    const { advisory } = read(
      record({ package: { ecosystem: 'PyPI', name: 'Some.Package_Name' }, ...everywhere }),
    );
    assert.equal(advisory?.affected[0]?.name, 'some-package-name');
  });

  it('keep the symbols of Go and of Rust by their modules', () => {
    const symbolsOf = (specific: object) =>
      read(record({ ...everywhere, ecosystem_specific: specific })).advisory?.affected[0]?.symbols;
    assert.deepEqual(
      symbolsOf({ imports: [{ path: 'example.org/a/b', symbols: ['F', 'T.M'] }, { path: 'example.org/a' }] }),
      [
        { module: 'example.org/a/b', names: ['F', 'T.M'] },
        { module: 'example.org/a', names: [] },
      ],
    );
    assert.deepEqual(symbolsOf({ affects: { functions: ['a::b::f', 'a::b::T::m', 'a::g'] } }), [
      { module: 'a::b', names: ['f', 'T.m'] },
      { module: 'a', names: ['g'] },
    ]);
    assert.deepEqual(symbolsOf({ affected_functions: ['lodash.template', 'a::b::f'] }), [
      { module: 'a::b', names: ['f'] },
      { names: ['lodash.template'] },
    ]);
  });

  it('say when they were withdrawn', () => {
    assert.equal(
      read(record(everywhere, { withdrawn: '2024-01-01T00:00:00Z' })).advisory?.withdrawn,
      '2024-01-01T00:00:00Z',
    );
    assert.equal(read(record(everywhere, { withdrawn: 'long ago' })).advisory?.withdrawn, 'long ago');
    assert.equal(read(record(everywhere)).advisory?.withdrawn, undefined);
  });

  it('take no member that an object inherits', () => {
    const hostile: unknown = JSON.parse('{"__proto__": {"id": "TEST-2", "affected": []}}');
    assert.deepEqual(read(hostile), { problems: ['A record without an id was left out.'] });
    const named = read(record({ package: { ecosystem: 'npm', name: '__proto__' }, ...everywhere }));
    assert.equal(named.advisory?.affected[0]?.name, '__proto__');
  });

  it('never throw', () => {
    const key = fc.constantFrom(
      'id',
      'affected',
      'package',
      'name',
      'ecosystem',
      'ranges',
      'type',
      'events',
      'introduced',
      'fixed',
      'limit',
      'versions',
      'severity',
      'aliases',
      'withdrawn',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'medium' },
        fc.constantFrom<unknown>('npm', 'SEMVER', '1.0.0', '0', 'TEST-1', null, 7),
        tie('list'),
        tie('object'),
      ),
      list: fc.array(tie('value'), { maxLength: 3 }),
      object: fc.dictionary(key, tie('value'), { maxKeys: 6 }),
    }));
    fc.assert(
      fc.property(value, (json) => void readOsv(json, 'test')),
      { numRuns: 500 },
    );
  });
});
