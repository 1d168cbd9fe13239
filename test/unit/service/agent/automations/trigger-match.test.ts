import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type Happening,
  issuesNamed,
  merge,
  severitiesFrom,
} from '../../../../../src/service/agent/automations/trigger-match.ts';

type Changed = Extract<Happening, { kind: 'issueStatusChanged' }>;

const changed = fc
  .record({
    issueIds: fc.uniqueArray(
      fc.integer({ min: 0, max: 200 }).map((one) => `issue-${one}`),
      { minLength: 1, maxLength: issuesNamed },
    ),
    unnamed: fc.integer({ min: 0, max: 500 }),
    from: fc.constantFrom('PENDING_REVIEW' as const, 'REVIEWING' as const),
    to: fc.constantFrom('RESOLVED' as const, 'FALSE_POSITIVE' as const),
    by: fc.constantFrom('person' as const, 'system' as const),
  })
  .map(
    ({ issueIds, unnamed, ...change }): Changed => ({
      kind: 'issueStatusChanged',
      ...change,
      issueIds,
      issueCount: issueIds.length + (issueIds.length === issuesNamed ? unnamed : 0),
    }),
  );

describe('several events in one', () => {
  it('name no issue twice and at most fifty, the earlier first, and count at least those that were there', () => {
    fc.assert(
      fc.property(fc.array(changed, { minLength: 2, maxLength: 8 }), (all) => {
        const merged = all.reduce((before, after) => merge(before, after) as Changed);
        assert.equal(new Set(merged.issueIds).size, merged.issueIds.length);
        assert.ok(merged.issueIds.length <= issuesNamed);
        const [first] = all;
        assert.deepEqual(merged.issueIds.slice(0, first?.issueIds.length), first?.issueIds);
        const distinct = new Set(all.flatMap(({ issueIds }) => issueIds)).size;
        assert.ok(merged.issueCount >= distinct);
        assert.ok(merged.issueCount <= all.reduce((sum, { issueCount }) => sum + issueCount, 0));
        if (
          distinct <= issuesNamed &&
          all.every(({ issueIds, issueCount }) => issueIds.length === issueCount)
        )
          assert.equal(merged.issueCount, distinct);
      }),
    );
  });

  it('say from, to and by whom only where all were alike', () => {
    fc.assert(
      fc.property(fc.array(changed, { minLength: 2, maxLength: 5 }), (all) => {
        const merged = all.reduce((before, after) => merge(before, after) as Changed);
        for (const field of ['from', 'to', 'by'] as const) {
          const values = new Set(all.map((one) => one[field]));
          if (values.size === 1) assert.equal(merged[field], all[0]?.[field]);
          else assert.equal(merged[field], undefined);
        }
      }),
    );
  });

  it('of scans are about the latest', () => {
    const scan = (scanId: string): Happening => ({ kind: 'scanCompleted', scanId });
    assert.deepEqual(merge(scan('a'), scan('b')), scan('b'));
  });
});

describe('severities', () => {
  it('from one on are it and the worse ones', () => {
    assert.deepEqual(severitiesFrom('CRITICAL'), ['CRITICAL']);
    assert.deepEqual(severitiesFrom('MEDIUM'), ['CRITICAL', 'HIGH', 'MEDIUM']);
    assert.equal(severitiesFrom('INFO').length, 5);
  });
});
