import assert from 'node:assert/strict';
import type { IssueListItem } from '../../../../../src/api/contract/issue.ts';
import type { VulnerableDependency } from '../../../../../src/api/contract/vulnerable-dependency.ts';
import { issueOffers } from '../../../../../src/views/issues/editor/issue-offers.ts';
import { fewOfEachPackage, upgradeAllOffer } from '../../../../../src/views/issues/editor/package-offers.ts';
import { dependency } from '../../dependencies/make-package.ts';
import { makeKnown } from '../../make-issue.ts';

describe('what is offered for an issue about a package', () => {
  const offers = (of: Partial<VulnerableDependency>, issue: Partial<IssueListItem> = {}): string[] =>
    issueOffers(makeKnown({ ...issue, dependency: dependency(of, 'CVE-2014-7191') })).map(
      ({ title }) => title,
    );
  const fixed = { fixedVersion: '1.0.0', safeVersion: '6.2.4' };
  const path = [{ name: 'express' }, { name: 'qs' }];

  it('is the upgrade, what brings it, its page and its triage, and no more', () => {
    const all = offers({ ...fixed, name: 'qs', direct: false, path }, { title: 'In qs' });
    assert.deepEqual(all, [
      'Upgrade qs to 6.2.4',
      'Show what brings qs',
      'Show details: In qs',
      'Triage…: In qs',
    ]);
  });

  it('has four entries at most, whatever the state of the patch is', () => {
    for (const status of ['READY', 'FAILED', 'UNPATCHABLE', 'QUEUED'] as const) {
      const patch = { id: 'p', status, validation: 'PASSED' } as const;
      const all = offers({ ...fixed, direct: false, path }, { patch });
      assert.ok(all.length <= 4 && all.some((title) => title.startsWith('Show details')), all.join());
    }
  });

  it('is four entries of a package with many advisories, and every one of other issues', () => {
    const issues = Array.from({ length: 5 }, (_, index) =>
      makeKnown({ dependency: dependency(fixed, `CVE-${index}`) }),
    );
    const entries = [...issues, makeKnown(), makeKnown()].map(({ issue }) => ({ issue }));
    assert.equal(fewOfEachPackage(entries).length, 6);
  });

  it('is the command, where no patch can be made', () => {
    const [first] = offers(fixed, { fixable: { by: 'NONE' } });
    assert.equal(first, 'How to upgrade lodash to 6.2.4');
  });

  it('is no upgrade where no version ends it, and no way where the project asks for it itself', () => {
    const all = offers({});
    assert.ok(all.includes('Open advisory CVE-2014-7191'));
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
