import * as z from 'zod';
import type { GivenStatement, VexDocument, VexVerdict } from './given.ts';

const text = z.string().max(20_000);
const identified = z.object({
  '@id': text.optional(),
  identifiers: z.object({ purl: text.optional() }).optional(),
});
const statement = z.object({
  vulnerability: z.object({ name: text, aliases: z.array(text).max(100).default([]) }),
  timestamp: z.iso.datetime({ offset: true }).optional(),
  last_updated: z.iso.datetime({ offset: true }).optional(),
  products: z.array(identified.extend({ subcomponents: z.array(identified).default([]) })).default([]),
  status: z.enum(['not_affected', 'affected', 'fixed', 'under_investigation']),
  justification: text.optional(),
  impact_statement: text.optional(),
  action_statement: text.optional(),
  status_notes: text.optional(),
});
export const openVexDocument = z.object({
  '@context': z.string().startsWith('https://openvex.dev/ns'),
  author: z.string().max(1_000),
  timestamp: z.iso.datetime({ offset: true }).optional(),
  statements: z.array(z.unknown()).max(20_000),
});

const verdicts = {
  not_affected: 'not_affected',
  affected: 'affected',
  fixed: 'fixed',
  under_investigation: 'undecided',
} as const satisfies Record<string, VexVerdict>;

/** What an OpenVEX document says; a statement that is not of the format is counted, and left out. */
export function readOpenVex(document: z.output<typeof openVexDocument>): VexDocument {
  const statements: GivenStatement[] = [];
  for (const given of document.statements) {
    const parsed = statement.safeParse(given);
    if (!parsed.success) continue;
    const { vulnerability, products, status, ...one } = parsed.data;
    const at = one.last_updated ?? one.timestamp ?? document.timestamp;
    statements.push({
      names: [vulnerability.name, ...vulnerability.aliases],
      subjects: products.flatMap(({ subcomponents, ...product }) => {
        const id = idOf(product);
        if (id === undefined) return [];
        if (subcomponents.length === 0) return [{ purl: id }];
        return subcomponents.map(idOf).flatMap((purl) => (purl === undefined ? [] : [{ product: id, purl }]));
      }),
      verdict: verdicts[status],
      detail: [one.justification, one.impact_statement, one.action_statement, one.status_notes]
        .filter((part) => part !== undefined && part !== '')
        .join('. '),
      ...(at !== undefined && { at: new Date(at).toISOString() }),
    });
  }
  const unread = document.statements.length - statements.length;
  return { author: document.author, statements, unread };
}

const idOf = (one: z.output<typeof identified>): string | undefined => one.identifiers?.purl ?? one['@id'];
