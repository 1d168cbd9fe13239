import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Category, IssueStatus, Severity } from '../../../../../src/api/contract/vocabulary.ts';
import {
  filterSummary,
  type IssueFilter,
  isActive,
  matcher,
  noFilter,
  readFilter,
} from '../../../../../src/views/issues/tree/filter.ts';
import { FilterState } from '../../../../../src/views/issues/tree/filter-state.ts';
import { makeKnown } from '../../make-issue.ts';

const search = makeKnown({ file: 'routes/search.ts', severity: 'CRITICAL', cwes: ['CWE-89'] });
const token = makeKnown({ title: 'Token in the code', category: 'SECRETS', status: 'REVIEWING' });

function matching(filter: Partial<IssueFilter>, news: readonly unknown[] = []): unknown[] {
  const matches = matcher({ ...noFilter, ...filter });
  return [search, token].filter((known) => matches(known, news.includes(known)));
}

describe('the filter of the tree', () => {
  it('finds words anywhere in title, file, kind, rule and weakness, whatever their case and order', () => {
    for (const text of ['SEARCH.TS sql', 'cwe-89', 'routes/', 'typescript/sql search']) {
      assert.ok(matching({ text }).includes(search), text);
    }
    assert.deepEqual(matching({ text: 'sql nowhere' }), []);
    assert.deepEqual(matching({ text: '   ' }), [search, token]);
  });

  it('wants one of the values chosen of each kind, and any where none is chosen', () => {
    assert.deepEqual(matching({ severities: ['CRITICAL', 'LOW'] }), [search]);
    assert.deepEqual(matching({ categories: ['SECRETS'] }), [token]);
    assert.deepEqual(matching({ statuses: ['REVIEWING'] }), [token]);
    assert.deepEqual(matching({ statuses: ['REVIEWING'], severities: ['CRITICAL'] }), []);
    assert.deepEqual(matching({ newOnly: true }, [token]), [token]);
  });

  it('is told in a few words, none of them when there is no filter', () => {
    assert.equal(filterSummary(noFilter), '');
    assert.equal(
      filterSummary({
        text: ' db ',
        severities: ['CRITICAL', 'HIGH'],
        categories: ['SAST'],
        statuses: ['FALSE_POSITIVE'],
        newOnly: true,
      }),
      '“db” · Critical, High · Code · False positive · new',
    );
  });

  it('is kept with the workspace, and read back as it was', () => {
    const kept = new Map<string, unknown>();
    const memory = {
      get: (key: string): unknown => kept.get(key),
      update: async (key: string, value: unknown) => {
        kept.set(key, JSON.parse(JSON.stringify(value ?? null)));
      },
    };
    const state = new FilterState(memory);
    let told = 0;
    state.onDidChange(() => told++);
    state.set({ text: 'db', severities: ['HIGH'] });
    state.set({ severities: ['HIGH'] });
    assert.equal(told, 1, 'nothing changed the second time');
    assert.deepEqual(new FilterState(memory).filter, { ...noFilter, text: 'db', severities: ['HIGH'] });
    state.clear();
    assert.equal(new FilterState(memory).isActive, false);
  });

  it('makes a filter of whatever was kept', () => {
    fc.assert(
      fc.property(fc.anything(), (stored) => {
        const filter = readFilter(stored);
        matcher(filter)(search, false);
        assert.deepEqual(readFilter(JSON.parse(JSON.stringify(filter))), filter);
      }),
    );
    const stored = { text: 7, severities: ['HIGH', 'BAD'], categories: 'SAST', newOnly: 'yes' };
    assert.deepEqual(readFilter(stored), { ...noFilter, severities: ['HIGH'] });
  });

  it('holds exactly when anything is chosen', () => {
    const filters = fc.record({
      text: fc.constantFrom('', ' ', 'a'),
      severities: fc.subarray([...Severity.options]),
      categories: fc.subarray([...Category.options]),
      statuses: fc.subarray([...IssueStatus.options]),
      newOnly: fc.boolean(),
    });
    fc.assert(fc.property(filters, (filter) => assert.equal(isActive(filter), filterSummary(filter) !== '')));
  });
});
