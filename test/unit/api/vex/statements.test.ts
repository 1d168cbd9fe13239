import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cycloneDx, cycloneDxVersions } from '../../../../src/api/bom/cyclonedx.ts';
import type { IssueListItem } from '../../../../src/api/contract/issue.ts';
import { IssueStatus, TriageDisposition } from '../../../../src/api/contract/vocabulary.ts';
import { cycloneDxVex } from '../../../../src/api/vex/cyclonedx-vex.ts';
import { openVex } from '../../../../src/api/vex/openvex.ts';
import { productUrl, statementsOf } from '../../../../src/api/vex/statements.ts';
import { cycloneDxFaults } from '../../../support/cyclonedx-schema.ts';
import { vulnerableIssue } from '../../../support/vulnerable-issue.ts';

const subject = {
  name: 'shop',
  purl: productUrl('shop'),
  author: 'Acme Product Security',
  toolVersion: '1.0.0',
  at: new Date(0),
};

type Decision = Pick<IssueListItem, 'status' | 'triage'>;
const decided = (
  status: IssueListItem['status'],
  triage: Partial<NonNullable<IssueListItem['triage']>> = {},
) =>
  ({
    status,
    triage: { by: 'ann@example.com', at: '2026-02-03T04:05:06.000Z', ...triage },
  }) satisfies Decision;

interface OpenStatement {
  readonly status: string;
  readonly justification?: string;
  readonly impact_statement?: string;
  readonly action_statement?: string;
  readonly status_notes?: string;
}
const openStatements = (issues: readonly IssueListItem[]): readonly OpenStatement[] =>
  openVex(statementsOf(issues), subject)['statements'] as readonly OpenStatement[];
const analysisOf = (issue: IssueListItem): Record<string, unknown> => {
  const { vulnerabilities } = cycloneDxVex(statementsOf([issue]), subject) as {
    vulnerabilities: { analysis: Record<string, unknown> }[];
  };
  return vulnerabilities[0]?.analysis ?? {};
};

describe('VEX from triage', () => {
  const cases: readonly [string, Decision, string, string][] = [
    [
      'a false positive',
      decided('FALSE_POSITIVE', { reason: 'Not ours.' }),
      'not_affected',
      'false_positive',
    ],
    [
      'what is not exploitable',
      decided('NON_EXPLOITABLE', { reason: 'Behind a check.' }),
      'not_affected',
      'not_affected',
    ],
    [
      'an accepted risk',
      decided('ACCEPTED_RISK', { reason: 'Until the rewrite.' }),
      'affected',
      'exploitable',
    ],
    ['what was confirmed', decided('REVIEWING', { disposition: 'true_positive' }), 'affected', 'exploitable'],
    ['what was put aside', decided('BACKLOG'), 'under_investigation', 'in_triage'],
    ['what is looked at', decided('REVIEWING'), 'under_investigation', 'in_triage'],
    ['what nobody looked at', { status: 'PENDING_REVIEW' }, 'under_investigation', 'in_triage'],
    ['what a scan no longer found', { status: 'RESOLVED' }, 'fixed', 'resolved'],
    ['a status that no person set', { status: 'NON_EXPLOITABLE' }, 'under_investigation', 'in_triage'],
  ];
  for (const [what, decision, status, state] of cases) {
    it(`says ${status} of ${what}`, () => {
      const issue = vulnerableIssue(decision);
      const [statement] = openStatements([issue]);
      assert.equal(statement?.status, status);
      const analysis = analysisOf(issue);
      assert.equal(analysis['state'], state);
      const { reason } = decision.triage ?? {};
      if (reason !== undefined) {
        assert.ok(JSON.stringify(statement).includes(reason));
        assert.equal(analysis['detail'], reason);
      }
    });
  }

  it('tells evidence as detail of a state that is left open, never as a justification', () => {
    const [statement] = openStatements([vulnerableIssue()]);
    assert.match(statement?.status_notes ?? '', /No product code imports it/);
    for (const [, decision] of cases) {
      assert.equal(openStatements([vulnerableIssue(decision)])[0]?.justification, undefined);
      assert.equal(analysisOf(vulnerableIssue(decision))['justification'], undefined);
    }
  });

  it('says what to do where the product is affected, and when an acceptance ends', () => {
    const confirmed = vulnerableIssue(decided('REVIEWING', { disposition: 'true_positive' }));
    assert.match(openStatements([confirmed])[0]?.action_statement ?? '', /Upgrade lodash to 4\.17\.21/);
    assert.deepEqual(analysisOf(confirmed)['response'], ['update']);
    const accepted = vulnerableIssue(decided('ACCEPTED_RISK', { until: '2026-12-31T00:00:00.000Z' }));
    assert.match(openStatements([accepted])[0]?.action_statement ?? '', /accepted.*2026-12-31/);
    assert.deepEqual(analysisOf(accepted)['response'], ['will_not_fix']);
  });

  it('says of a package in several places what is worst, and speaks of each version by itself', () => {
    const judged = vulnerableIssue(decided('FALSE_POSITIVE'));
    const open = vulnerableIssue({ file: 'other/package.json', dependency: { otherVersions: ['4.17.1'] } });
    for (const issues of [
      [judged, open],
      [open, judged],
    ])
      assert.deepEqual(
        statementsOf(issues).map(({ purl, state }) => `${purl} ${state}`),
        ['pkg:npm/lodash@4.17.20 in_triage', 'pkg:npm/lodash@4.17.1 in_triage'],
      );
  });

  it('names the package as a subcomponent of the project', () => {
    const { products } = openStatements([vulnerableIssue()])[0] as unknown as { products: unknown };
    assert.deepEqual(products, [
      { '@id': 'pkg:generic/shop', subcomponents: [{ '@id': 'pkg:npm/lodash@4.17.20' }] },
    ]);
  });

  it('stands in a bill of materials for the packages that are in it', () => {
    const statements = statementsOf([
      vulnerableIssue(),
      vulnerableIssue({ dependency: { name: 'gone', purl: 'pkg:npm/gone@1.0.0', version: '1.0.0' } }),
    ]);
    const lodash = {
      name: 'lodash',
      version: '4.17.20',
      purl: 'pkg:npm/lodash@4.17.20',
      scope: 'production',
      path: [],
      file: 'package-lock.json',
      line: 1,
      licenses: [],
    } as const;
    const bom = cycloneDx([], subject, [lodash], '1.7', statements) as {
      vulnerabilities: { affects: { ref: string }[] }[];
    };
    assert.deepEqual(cycloneDxFaults(bom, '1.7'), []);
    assert.deepEqual(
      bom.vulnerabilities.flatMap(({ affects }) => affects.map(({ ref }) => ref)),
      ['pkg:npm/lodash@4.17.20'],
    );
  });

  it('is valid by the official schemas of CycloneDX, and by the rules of OpenVEX, whatever was decided', () => {
    const text = fc.string({ unit: 'binary' });
    const anyIssue = fc
      .record({
        status: fc.constantFrom(...IssueStatus.options),
        reason: fc.option(text, { nil: undefined }),
        disposition: fc.option(fc.constantFrom(...TriageDisposition.options), { nil: undefined }),
        by: fc.option(text, { nil: undefined }),
        evidence: text,
        title: text,
        aliases: fc.array(fc.constantFrom('GHSA-35jh-r3h4-6jhm', 'PYSEC-2021-1', 'x y'), { maxLength: 3 }),
        version: fc.constantFrom('1.0.0', '2.0.0+build', '1!2.0'),
      })
      .map(({ status, reason, disposition, by, evidence, title, aliases, version }) => {
        const { dependency } = vulnerableIssue();
        return vulnerableIssue({
          status,
          title,
          triage: { at: '2026-02-03T04:05:06.000Z', reason, disposition, by },
          dependency: {
            version,
            reachability: { level: 'UNKNOWN', evidence },
            ...(dependency && { advisory: { ...dependency.advisory, aliases } }),
          },
        });
      });
    fc.assert(
      fc.property(fc.array(anyIssue, { minLength: 1, maxLength: 4 }), (issues) => {
        const statements = statementsOf(issues);
        for (const version of cycloneDxVersions)
          assert.deepEqual(cycloneDxFaults(cycloneDxVex(statements, subject, version), version), []);
        for (const one of openStatements(issues)) {
          if (one.status === 'not_affected') assert.notEqual(one.impact_statement, undefined);
          if (one.status === 'affected') assert.notEqual(one.action_statement, undefined);
        }
      }),
      { numRuns: 50 },
    );
  });
});
