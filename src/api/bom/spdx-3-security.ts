import { actionOf, type VexState, type VexStatement } from '../vex/statements.ts';
import type { SpdxElement, SpdxMaker } from './spdx-3-element.ts';

/** Classes and relationships of the security profile by state. An accepted risk is one that affects the product. */
const kinds = {
  affected: ['Affected', 'affects'],
  accepted: ['Affected', 'affects'],
  in_triage: ['UnderInvestigation', 'underInvestigationFor'],
  not_affected: ['NotAffected', 'doesNotAffect'],
  false_positive: ['NotAffected', 'doesNotAffect'],
  fixed: ['Fixed', 'fixedIn'],
} as const satisfies Record<VexState, readonly [string, string]>;

/** Vulnerabilities, each once, and what is said of them for the project, in the classes of SPDX's security profile. */
export function assessmentsOf(
  statements: readonly VexStatement[],
  projectId: string,
  packageId: (purl: string) => string,
  { idOf, element }: SpdxMaker,
): readonly SpdxElement[] {
  const advisories = new Map(statements.map(({ advisory }) => [advisory.id, advisory]));
  const vulnerabilityId = (id: string): string => idOf('Vulnerability', id);
  return [
    ...[...advisories.values()].map(({ id, aliases }) =>
      element('security_Vulnerability', vulnerabilityId(id), {
        name: id,
        externalIdentifier: [...new Set([id, ...aliases])].map((identifier) => ({
          type: 'ExternalIdentifier',
          externalIdentifierType: identifier.startsWith('CVE-') ? 'cve' : 'securityOther',
          identifier,
        })),
      }),
    ),
    ...statements.map((statement) => {
      const { advisory, purl, state, at } = statement;
      const [kind, relationshipType] = kinds[state];
      return element(
        `security_Vex${kind}VulnAssessmentRelationship`,
        idOf('Assessment', `${advisory.id} ${purl}`),
        {
          from: vulnerabilityId(advisory.id),
          relationshipType,
          to: [projectId],
          security_assessedElement: packageId(purl),
          security_publishedTime: `${at.slice(0, 19)}Z`,
          ...textsOf(statement),
        },
      );
    }),
  ];
}

function textsOf(statement: VexStatement): SpdxElement {
  const { state, detail } = statement;
  if (state === 'not_affected' || state === 'false_positive') return { security_impactStatement: detail };
  if (state === 'affected')
    return { security_statusNotes: detail, security_actionStatement: actionOf(statement) };
  return state === 'accepted'
    ? { security_actionStatement: `The risk is accepted: ${detail}` }
    : { security_statusNotes: detail };
}
