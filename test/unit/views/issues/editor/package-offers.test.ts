import assert from 'node:assert/strict';
import type { IssueListItem } from '../../../../../src/api/contract/issue.ts';
import type { VulnerableDependency } from '../../../../../src/api/contract/vulnerable-dependency.ts';
import { issueOffers } from '../../../../../src/views/issues/editor/issue-offers.ts';
import { upgradeAllOffer } from '../../../../../src/views/issues/editor/package-offers.ts';
import { dependency } from '../../dependencies/make-package.ts';
import { makeKnown } from '../../make-issue.ts';

describe('what is offered for an issue about a package', () => {
  const offers = (of: Partial<VulnerableDependency>, issue: Partial<IssueListItem> = {}): string[] =>
    issueOffers(makeKnown({ ...issue, dependency: dependency(of, 'CVE-2014-7191') })).map(
      ({ title }) => title,
    );
  const fixed = { fixedVersion: '1.0.0', safeVersion: '6.2.4' };
  const path = [{ name: 'express' }, { name: 'qs' }];

  it('is the upgrade, what brings it, its advisory, and what is offered for every issue', () => {
    const all = offers({ ...fixed, name: 'qs', direct: false, path }, { title: 'In qs' });
    assert.deepEqual(all.slice(0, 3), [
      'Upgrade qs to 6.2.4',
      'Show what brings qs',
      'Open advisory CVE-2014-7191',
    ]);
    for (const title of ['Mark as false positive…: In qs', 'Accept the risk…: In qs', 'Triage…: In qs'])
      assert.ok(all.includes(title), title);
  });

  it('is the command, where no patch can be made', () => {
    const [first] = offers(fixed, { fixable: { by: 'NONE' } });
    assert.equal(first, 'How to upgrade lodash to 6.2.4');
  });

  it('is no upgrade where no version ends it, and no way where the project asks for it itself', () => {
    const all = offers({});
    assert.equal(all[0], 'Open advisory CVE-2014-7191');
    assert.ok(!all.some((title) => /upgrade|patch|brings/i.test(title)), all.join());
  });

  it('is one upgrade of all, where a version ends those of several packages', () => {
    const known = (name: string, of: Partial<VulnerableDependency>, issue: Partial<IssueListItem> = {}) =>
      makeKnown({ ...issue, dependency: dependency({ name, ...of }) });
    const [lodash, qs] = [known('lodash', fixed), known('qs', fixed)];
    assert.equal(upgradeAllOffer([lodash, qs])?.command, 'parapet.upgradeAllPackages');
    assert.equal(upgradeAllOffer([lodash, lodash, makeKnown()]), undefined);
    assert.equal(upgradeAllOffer([lodash, known('qs', {})]), undefined, 'nothing ends it');
    assert.equal(upgradeAllOffer([lodash, known('qs', fixed, { status: 'FALSE_POSITIVE' })]), undefined);
  });

  it('is no advisory where nobody knows its page', () => {
    const advisory = { id: 'made up', aliases: [], sources: [], cvss: [], references: [] };
    assert.ok(!offers({ ...fixed, advisory }).some((title) => title.startsWith('Open advisory')));
  });
});
