import assert from 'node:assert/strict';
import { producedCategories } from '../../../../../src/api/produced-categories.ts';
import { IssueStore } from '../../../../../src/views/issues/issue-store.ts';
import { offeredCategories } from '../../../../../src/views/issues/tree/offered-categories.ts';
import { folder, makeIssue } from '../../make-issue.ts';

describe('the categories to choose from', () => {
  it('are those that scans find here, and none that is always empty', () => {
    assert.deepEqual(offeredCategories(new IssueStore()), [...producedCategories]);
  });

  it('have each once, though a service elsewhere finds it, or it is chosen', () => {
    const store = new IssueStore();
    store.upsert(folder, [makeIssue({ id: 'i1', category: 'SCA' })]);
    assert.deepEqual(offeredCategories(store, ['IAC']), ['SAST', 'SCA', 'SECRETS', 'IAC']);
  });
});
