import { randomUUID } from 'node:crypto';
import { actionOf, type VexState, type VexStatement, type VexSubject } from './statements.ts';

/** States as OpenVEX 0.2.0 names them. An accepted risk is one that affects the product. */
const statuses = {
  affected: 'affected',
  accepted: 'affected',
  in_triage: 'under_investigation',
  not_affected: 'not_affected',
  false_positive: 'not_affected',
  fixed: 'fixed',
} as const satisfies Record<VexState, string>;

/**
 * Statements as an OpenVEX 0.2.0 document. Products are the project, with the package as subcomponent. No justification
 * is given: which of the standard's fits, the rationale of a person does not say.
 * @param statements one at least: the format has no document without
 */
export function openVex(statements: readonly VexStatement[], subject: VexSubject): Record<string, unknown> {
  const { purl, author, toolVersion, at } = subject;
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `urn:uuid:${randomUUID()}`,
    author,
    timestamp: at.toISOString(),
    version: 1,
    tooling: `parapet ${toolVersion}`,
    statements: statements.map((statement) => ({
      vulnerability: {
        name: statement.advisory.id,
        ...(statement.advisory.aliases.length > 0 && { aliases: [...new Set(statement.advisory.aliases)] }),
      },
      timestamp: statement.at,
      products: [{ '@id': purl, subcomponents: [{ '@id': statement.purl }] }],
      status: statuses[statement.state],
      ...textsOf(statement),
    })),
  };
}

function textsOf(statement: VexStatement): Record<string, string> {
  const { state, detail } = statement;
  switch (state) {
    case 'not_affected':
    case 'false_positive':
      return { impact_statement: detail };
    case 'affected':
      return { status_notes: detail, action_statement: actionOf(statement) };
    case 'accepted':
      return { action_statement: `The risk is accepted: ${detail}` };
    case 'in_triage':
    case 'fixed':
      return { status_notes: detail };
  }
}
