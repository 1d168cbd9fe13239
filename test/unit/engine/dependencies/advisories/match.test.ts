import assert from 'node:assert/strict';
import { concerns } from '../../../../../src/engine/dependencies/advisories/match.ts';
import { mergeByAlias } from '../../../../../src/engine/dependencies/advisories/merge.ts';
import type { Advisory, AffectedPackage } from '../../../../../src/engine/dependencies/advisory.ts';

const named = (affected: Partial<AffectedPackage>): AffectedPackage => ({
  ecosystem: 'npm',
  name: 'left',
  ranges: [],
  versions: [],
  symbols: [],
  ...affected,
});

const advisory = (
  id: string,
  affected: readonly Partial<AffectedPackage>[],
  more: Partial<Advisory> = {},
): Advisory => ({
  id,
  aliases: [],
  cwes: [],
  cvss: [],
  affected: affected.map(named),
  sources: [id.split('-')[0] ?? ''],
  references: [],
  ...more,
});

describe('an advisory', () => {
  const two = advisory('CVE-2024-1000', [
    {
      ranges: [
        { introduced: '0', fixed: '1.5.0' },
        { introduced: '2.0.0', fixed: '2.3.0' },
        { introduced: '3.0.0', lastAffected: '3.1.0' },
      ],
      symbols: [{ names: ['f'] }],
    },
  ]);
  const of = (version: string, name = 'left') => concerns(two, 'npm', name, version);

  it('concerns the versions of its ranges, and names the smallest fixed one', () => {
    assert.deepEqual(of('1.4.9'), {
      affected: true,
      fixed: '1.5.0',
      ranges: [{ introduced: '0', fixed: '1.5.0' }],
      symbols: [{ names: ['f'] }],
      sources: ['CVE'],
      disputedBy: [],
    });
    const second = of('2.0.0');
    assert.ok(second && second.affected === true);
    assert.equal(second.fixed, '2.3.0');
  });

  it('names no fixed version where none is above', () => {
    const last = of('3.1.0');
    assert.ok(last && last.affected === true);
    assert.equal(last.fixed, undefined);
  });

  it('concerns no other version and no other package', () => {
    for (const version of ['1.5.0', '1.9.0', '2.3.0', '3.1.1']) assert.equal(of(version), false, version);
    assert.equal(of('1.0.0', 'right'), false);
    assert.equal(concerns(two, 'PyPI', 'left', '1.0.0'), false);
    assert.equal(of('1.0.0', '__proto__'), false);
  });

  it('concerns no version once it is withdrawn', () => {
    assert.equal(concerns({ ...two, withdrawn: '2024-05-01' }, 'npm', 'left', '1.0.0'), false);
  });

  it('says that it cannot tell where a version is none', () => {
    assert.deepEqual(of('latest'), { affected: 'unknown', reason: '"latest" is no version of npm.' });
    const odd = advisory('CVE-1', [{ ranges: [{ introduced: 'soon' }] }]);
    assert.deepEqual(concerns(odd, 'npm', 'left', '1.0.0'), {
      affected: 'unknown',
      reason: 'CVE-1 has a range that cannot be compared.',
    });
  });

  it('concerns versions that it lists, in any spelling', () => {
    const listed = advisory('PYSEC-1', [
      { ecosystem: 'PyPI', name: 'left-pad', versions: ['1.0', '2.0rc1'] },
    ]);
    const found = concerns(listed, 'PyPI', 'Left_Pad', '1.0.0');
    assert.ok(found && found.affected === true);
    assert.deepEqual(found.ranges, []);
    assert.equal(concerns(listed, 'PyPI', 'left-pad', '2.0'), false);
  });

  it('calls no version fixed that another of its ranges affects', () => {
    const overlapping = advisory('CVE-2', [
      {
        ranges: [
          { introduced: '0', fixed: '1.2.0' },
          { introduced: '1.1.0', fixed: '1.4.0' },
        ],
      },
    ]);
    const found = concerns(overlapping, 'npm', 'left', '1.0.0');
    assert.ok(found && found.affected === true);
    assert.equal(found.fixed, '1.4.0');
  });

  describe('prefers a release to a prerelease', () => {
    const fixedIn = (
      ecosystem: 'npm' | 'PyPI' | 'Go',
      version: string,
      ...ranges: AffectedPackage['ranges']
    ): string | undefined => {
      const found = concerns(advisory('CVE-2', [{ ecosystem, ranges }]), ecosystem, 'left', version);
      return found && found.affected === true ? found.fixed : assert.fail('not affected');
    };

    it('of a release candidate: the release that it leads to', () => {
      assert.equal(fixedIn('PyPI', '24.3.0', { introduced: '0', fixed: '24.7.0rc1' }), '24.7.0');
      assert.equal(fixedIn('npm', '1.0.0', { introduced: '0', fixed: '2.0.0-rc.3' }), '2.0.0');
    });

    it('of a nightly build: the next fixed release of the same major version, if one is named', () => {
      const nightly = { introduced: '0', fixed: '13.4.20-canary.13' };
      assert.equal(fixedIn('npm', '13.0.0', nightly), '13.4.20-canary.13');
      assert.equal(fixedIn('npm', '13.0.0', nightly, { introduced: '13.4.25', fixed: '13.5.0' }), '13.5.0');
      assert.equal(
        fixedIn('npm', '13.0.0', nightly, { introduced: '14.0.0', fixed: '14.1.0' }),
        '13.4.20-canary.13',
      );
    });

    it('but not a release that is affected, and Go’s commits stay as they are', () => {
      const again = { introduced: '24.7.0', fixed: '24.7.1' };
      assert.equal(fixedIn('PyPI', '24.3.0', { introduced: '0', fixed: '24.7.0rc1' }, again), '24.7.1');
      const commit = '0.0.0-20220314234659-1baeb1ce4c0b';
      assert.equal(
        fixedIn('Go', '0.0.0-20200101000000-000000000000', { introduced: '0', fixed: commit }),
        commit,
      );
      assert.equal(fixedIn('PyPI', '1.0', { introduced: '0', fixed: '1.0.post1' }), '1.0.post1');
    });
  });

  it('ends before a version of which nothing is said, and does not call it fixed', () => {
    const open = advisory('CVE-3', [{ ranges: [{ introduced: '0', before: '2.0.0' }] }]);
    const found = concerns(open, 'npm', 'left', '1.0.0');
    assert.ok(found && found.affected === true);
    assert.equal(found.fixed, undefined);
    assert.equal(concerns(open, 'npm', 'left', '2.0.0'), false);
  });
});

describe('advisories of one vulnerability', () => {
  const until = (fixed: string): Partial<AffectedPackage> => ({ ranges: [{ introduced: '0', fixed }] });

  it('are merged over aliases of aliases, and shown by their CVE', () => {
    const merged = mergeByAlias([
      advisory('GO-1', [until('1.5.0')], { aliases: ['GHSA-x'] }),
      advisory('OTHER-1', [until('9.0.0')]),
      advisory('CVE-2024-1000', [until('1.5.0')], { aliases: ['GHSA-x'], cwes: ['CWE-79'] }),
    ]);
    assert.deepEqual(
      merged.map(({ id, aliases, sources }) => ({ id, aliases, sources })),
      [
        { id: 'CVE-2024-1000', aliases: ['GO-1', 'GHSA-x'], sources: ['GO', 'CVE'] },
        { id: 'OTHER-1', aliases: [], sources: ['OTHER'] },
      ],
    );
    assert.deepEqual(merged[0]?.cwes, ['CWE-79']);
  });

  it('say once what their sources agree on, however it is spelled', () => {
    const [merged] = mergeByAlias([
      advisory('GO-1', [until('1.5.0')], { aliases: ['CVE-2024-1000'] }),
      advisory('GHSA-1', [{ ranges: [{ introduced: '0', fixed: 'v1.5.0' }], symbols: [{ names: ['f'] }] }], {
        aliases: ['CVE-2024-1000'],
      }),
    ]);
    assert.deepEqual(merged?.affected, [
      named({ ranges: [{ introduced: '0', fixed: '1.5.0' }], symbols: [{ names: ['f'] }] }),
    ]);
  });

  it('keep what each source says where they disagree', () => {
    const [merged] = mergeByAlias([
      advisory('GO-1', [until('1.5.0')], { aliases: ['CVE-2024-1000'] }),
      advisory('GHSA-1', [until('1.6.0')], { aliases: ['CVE-2024-1000'] }),
    ]);
    assert.ok(merged);
    const between = concerns(merged, 'npm', 'left', '1.5.2');
    assert.ok(between && between.affected === true);
    assert.deepEqual([between.sources, between.disputedBy, between.fixed], [['GHSA'], ['GO'], '1.6.0']);
    const both = concerns(merged, 'npm', 'left', '1.0.0');
    assert.ok(both && both.affected === true);
    assert.deepEqual([both.sources, both.disputedBy, both.fixed], [['GO', 'GHSA'], [], '1.6.0']);
  });

  it('unite the ranges of one source', () => {
    const [merged] = mergeByAlias([
      advisory('GO-1', [until('1.5.0'), { ranges: [{ introduced: '2.0.0', fixed: '2.1.0' }] }]),
    ]);
    assert.deepEqual(merged?.affected, [
      named({
        ranges: [
          { introduced: '0', fixed: '1.5.0' },
          { introduced: '2.0.0', fixed: '2.1.0' },
        ],
      }),
    ]);
  });

  it('leave out listed versions that the ranges have', () => {
    const [merged] = mergeByAlias([advisory('GO-1', [{ ...until('1.5.0'), versions: ['1.0.0', '7.0.0'] }])]);
    assert.deepEqual(merged?.affected[0]?.versions, ['7.0.0']);
  });

  it('hold while one of them is not withdrawn', () => {
    const gone = advisory('GHSA-1', [until('9.0.0')], {
      aliases: ['CVE-2024-1000'],
      withdrawn: '2024-05-01',
    });
    const [merged] = mergeByAlias([gone, advisory('GO-1', [until('1.5.0')], { aliases: ['CVE-2024-1000'] })]);
    assert.ok(merged);
    assert.equal(merged.withdrawn, undefined);
    assert.equal(concerns(merged, 'npm', 'left', '3.0.0'), false);
    assert.ok(concerns(merged, 'npm', 'left', '1.0.0'));
    assert.equal(mergeByAlias([gone])[0]?.withdrawn, '2024-05-01');
  });

  it('are found in linear time, however long their chain of aliases', () => {
    const chain = Array.from({ length: 50_000 }, (_, at) =>
      advisory(`A-${at}`, [], { aliases: [`A-${at + 1}`] }),
    );
    assert.equal(mergeByAlias(chain).length, 1);
    assert.equal(mergeByAlias(chain.toReversed()).length, 1);
  }).timeout(5_000);
});
