import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Page, pageAt, pathOf } from '../../../src/api/dashboard-address.ts';

const id = fc.uuid();
const page: fc.Arbitrary<Exclude<Page, { kind: 'unknown' }>> = fc.oneof(
  fc.constantFrom(
    ...(
      [
        'overview',
        'repositories',
        'issues',
        'reports',
        'members',
        'teams',
        'hosts',
        'settings',
        'tokens',
        'sessions',
      ] as const
    ).map((kind) => ({ kind })),
  ),
  fc.record({ kind: fc.constantFrom('repository', 'issue', 'team'), id }, { noNullPrototype: true }),
);

describe('addresses of the dashboard', () => {
  it('lead to the page that they are made of', () => {
    fc.assert(fc.property(page, (each) => assert.deepEqual(pageAt(pathOf(each)), each)));
  });

  it('lead somewhere or nowhere, and never fail', () => {
    fc.assert(
      fc.property(fc.webPath(), (path) => assert.equal(typeof pageAt(`/dashboard${path}`).kind, 'string')),
    );
    for (const path of [
      '/',
      '/dashboards',
      '/dashboard/issues/1',
      '/dashboard/constructor',
      '/dashboard/issues/a/b',
    ])
      assert.deepEqual(pageAt(path), { kind: 'unknown' }, path);
  });
});
