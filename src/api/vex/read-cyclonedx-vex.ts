import * as z from 'zod';
import type { GivenStatement, VexDocument, VexVerdict } from './given.ts';

const text = z.string().max(20_000);
const instant = z.iso.datetime({ offset: true });
const named = z.object({ name: text.optional() });
const component = z.object({ 'bom-ref': text.optional(), name: text.optional(), purl: text.optional() });
const vulnerability = z.object({
  id: text,
  references: z
    .array(z.object({ id: text }))
    .max(100)
    .default([]),
  updated: instant.optional(),
  affects: z
    .array(
      z.object({
        ref: text,
        versions: z
          .array(z.object({ version: text.optional(), range: text.optional(), status: text.optional() }))
          .max(1_000)
          .default([]),
      }),
    )
    .default([]),
  analysis: z
    .object({
      state: text.optional(),
      justification: text.optional(),
      response: z.array(text).max(20).default([]),
      detail: text.optional(),
      firstIssued: instant.optional(),
      lastUpdated: instant.optional(),
    })
    .optional(),
});
export const cycloneDxDocument = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z
    .object({
      timestamp: instant.optional(),
      authors: z.array(named).max(1_000).default([]),
      manufacturer: named.optional(),
      supplier: named.optional(),
      component: component.optional(),
    })
    .optional(),
  components: z.array(z.unknown()).max(200_000).default([]),
  vulnerabilities: z.array(z.unknown()).max(20_000).default([]),
});

/** What the `vulnerabilities` of a CycloneDX document say; one that is not of the format is counted, and left out. */
export function readCycloneDxVex(document: z.output<typeof cycloneDxDocument>): VexDocument {
  const { metadata, components, vulnerabilities } = document;
  const purls = new Map<string, string>();
  for (const given of components) {
    const { 'bom-ref': ref, purl } = component.safeParse(given).data ?? {};
    if (ref !== undefined && purl !== undefined) purls.set(ref, purl);
  }
  const product = metadata?.component?.purl ?? metadata?.component?.name;
  const statements: GivenStatement[] = [];
  for (const given of vulnerabilities) {
    const parsed = vulnerability.safeParse(given);
    if (!parsed.success) continue;
    const { id, references, affects, analysis, updated } = parsed.data;
    const at = analysis?.lastUpdated ?? analysis?.firstIssued ?? updated ?? metadata?.timestamp;
    statements.push({
      names: [id, ...references.map((one) => one.id)],
      subjects: affects.flatMap(({ ref, versions }) => {
        if (versions.some(({ status = 'affected' }) => status !== 'affected')) return [];
        const purl = purls.get(ref) ?? linkedUrl(ref);
        const exact = versions.flatMap(({ version }) => version ?? []);
        const ranges = versions.flatMap(({ version, range }) => (version === undefined ? (range ?? []) : []));
        return [
          {
            purl,
            ...(product !== undefined && { product }),
            ...(versions.length > 0 && { versions: exact, ranges }),
          },
        ];
      }),
      verdict: verdictOf(analysis?.state, analysis?.response ?? []),
      detail: [analysis?.justification, analysis?.detail]
        .filter((part) => part !== undefined && part !== '')
        .join('. '),
      ...(at !== undefined && { at: new Date(at).toISOString() }),
    });
  }
  return { author: authorOf(metadata), statements, unread: vulnerabilities.length - statements.length };
}

/** A reference into another document (BOM-Link, `urn:cdx:serial/version#ref`) names the component behind the `#`. */
function linkedUrl(ref: string): string {
  const at = ref.startsWith('urn:cdx:') ? ref.indexOf('#') : -1;
  if (at < 0) return ref;
  try {
    return decodeURIComponent(ref.slice(at + 1));
  } catch {
    // An escape that is none: no reference of ours.
    return ref;
  }
}

function verdictOf(state: string | undefined, response: readonly string[]): VexVerdict {
  switch (state) {
    case 'not_affected':
    case 'false_positive':
      return state;
    case 'resolved':
    case 'resolved_with_pedigree':
      return 'fixed';
    case 'exploitable':
      return response.includes('will_not_fix') ? 'accepted' : 'affected';
    default:
      return 'undecided';
  }
}

function authorOf(metadata: z.output<typeof cycloneDxDocument>['metadata']): string {
  const names = [...(metadata?.authors ?? []), metadata?.manufacturer, metadata?.supplier];
  return names.find((one) => one?.name !== undefined && one.name !== '')?.name ?? 'an unnamed author';
}
