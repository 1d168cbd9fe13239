import { actionOf, type VexState, type VexStatement } from './statements.ts';

/** States as CycloneDX names them. A risk is accepted by not fixing what is exploitable. */
const states = {
  affected: 'exploitable',
  accepted: 'exploitable',
  in_triage: 'in_triage',
  not_affected: 'not_affected',
  false_positive: 'false_positive',
  fixed: 'resolved',
} as const satisfies Record<VexState, string>;

/**
 * Statements as the `vulnerabilities` of a CycloneDX document, whose components have package URLs as references. No
 * justification is given: which of the standard's fits, the rationale of a person does not say.
 */
export function vulnerabilitiesOf(statements: readonly VexStatement[]): readonly Record<string, unknown>[] {
  return statements.map((statement) => {
    const { advisory, purl, state, detail, at } = statement;
    return {
      'bom-ref': `${advisory.id}/${purl}`,
      id: advisory.id,
      source: publisherOf(advisory.id),
      ...(advisory.aliases.length > 0 && {
        references: [...new Set(advisory.aliases)].map((id) => ({ id, source: publisherOf(id) })),
      }),
      ratings: [
        { source: { name: 'Parapet' }, severity: statement.severity.toLowerCase() },
        ...advisory.cvss.map((vector) => ({ method: methodOf(vector), vector })),
      ],
      cwes: statement.cwes.flatMap((cwe) => /^CWE-(\d+)$/.exec(cwe)?.[1] ?? []).map(Number),
      description: statement.title,
      recommendation: actionOf(statement),
      ...(advisory.references.length > 0 && { advisories: advisory.references.map((url) => ({ url })) }),
      affects: [{ ref: purl, versions: [{ version: statement.version, status: 'affected' }] }],
      analysis: { state: states[state], ...responseOf(statement), detail, lastUpdated: at },
    };
  });
}

function responseOf({ state, fixedVersion }: VexStatement): { readonly response?: readonly string[] } {
  if (state === 'accepted') return { response: ['will_not_fix'] };
  return state === 'affected' && fixedVersion !== undefined ? { response: ['update'] } : {};
}

function publisherOf(id: string): { readonly name: string; readonly url: string } {
  const name = encodeURIComponent(id);
  if (id.startsWith('CVE-')) return { name: 'NVD', url: `https://nvd.nist.gov/vuln/detail/${name}` };
  if (id.startsWith('GHSA-'))
    return { name: 'GitHub Advisories', url: `https://github.com/advisories/${name}` };
  return { name: 'OSV', url: `https://osv.dev/vulnerability/${name}` };
}

function methodOf(vector: string): string {
  if (vector.startsWith('CVSS:4')) return 'CVSSv4';
  if (vector.startsWith('CVSS:3.1')) return 'CVSSv31';
  return vector.startsWith('CVSS:3') ? 'CVSSv3' : 'CVSSv2';
}
