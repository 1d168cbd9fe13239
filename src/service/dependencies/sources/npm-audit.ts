import * as z from 'zod';
import { cweOf, severityOf, vectorOf } from '../../../engine/dependencies/advisories/facts.ts';
import { inside, intervalsOf } from '../../../engine/dependencies/advisories/intervals.ts';
import type { Advisory } from '../../../engine/dependencies/advisory.ts';
import { grouped } from '../../../engine/grouped.ts';
import { type Access, requestJson } from './bounded-request.ts';
import { below } from './mirror.ts';
import { SourceFailure } from './source-failure.ts';

export const npmRegistry = new URL('https://registry.npmjs.org/');

const bounds = { timeMs: 60_000, largest: 64_000_000 };
/** Packages of one request. */
const mostAsked = 1_000;

const finding = z.object({
  id: z.int(),
  url: z.optional(z.string()),
  severity: z.optional(z.string()),
  vulnerable_versions: z.string(),
  cwe: z.optional(z.array(z.string())),
  cvss: z.optional(z.object({ vectorString: z.optional(z.nullable(z.string())) })),
});

const bulkAnswer = z.record(z.string(), z.array(finding).max(10_000));

/**
 * Asks an npm registry which advisories concern packages (`/-/npm/v1/security/advisories/bulk`, as `npm audit` does). Sends
 * names and versions, nothing else.
 * @throws SourceFailure where it does not answer, or not as it should
 */
export async function askNpm(
  registry: URL,
  packages: readonly { readonly name: string; readonly version: string }[],
  access: Access,
): Promise<readonly Advisory[]> {
  const byName = [...grouped(packages, ({ name }) => name)];
  const advisories: Advisory[] = [];
  for (let start = 0; start < byName.length; start += mostAsked) {
    const asked = byName
      .slice(start, start + mostAsked)
      .map(([name, list]) => [name, [...new Set(list.map(({ version }) => version))]]);
    const json = await requestJson(
      access,
      below(registry, '-/npm/v1/security/advisories/bulk'),
      bounds,
      Object.fromEntries(asked),
    );
    const answer = bulkAnswer.safeParse(json);
    if (!answer.success)
      throw new SourceFailure(`${registry.host} did not answer as a registry of npm does.`);
    for (const [name, list] of Object.entries(answer.data))
      advisories.push(...list.flatMap((one) => toAdvisory(name, one)));
  }
  return advisories;
}

function toAdvisory(
  name: string,
  { id, url, severity, vulnerable_versions, cwe = [], cvss }: z.infer<typeof finding>,
): Advisory[] {
  const intervals = intervalsOf('npm', vulnerable_versions);
  if (!intervals) return [];
  // The registry says no fixed versions; the first one behind a range is one by the same ranges.
  const patched = intervals.flatMap(({ until }) => (until === undefined ? [] : { from: until }));
  const ranges = inside('npm', intervals, patched);
  const word = severityOf(severity);
  const vector = vectorOf(cvss?.vectorString);
  return [
    {
      id: /GHSA(?:-[a-z\d]{4}){3}/.exec(url ?? '')?.[0] ?? `NPM-${id}`,
      aliases: [],
      cwes: cwe.flatMap((one) => cweOf(one) ?? []),
      cvss: vector === undefined ? [] : [vector],
      ...(word !== undefined && { severity: word }),
      affected: [{ ecosystem: 'npm', name, ranges, versions: [], symbols: [] }],
      sources: ['npm'],
      references: url !== undefined && /^https:\/\//.test(url) ? [url] : [],
    },
  ];
}
