import * as z from 'zod';
import { readOsv } from '../../../engine/dependencies/advisories/osv.ts';
import type { Advisory } from '../../../engine/dependencies/advisory.ts';
import type { AskedPackage } from '../../../engine/dependencies/vulnerabilities.ts';
import { type Access, requestJson } from './bounded-request.ts';
import { below } from './mirror.ts';
import { databaseOf } from './osv-databases.ts';
import { SourceFailure } from './source-failure.ts';

export const osvAddress = new URL('https://api.osv.dev/');

const bounds = { timeMs: 60_000, largest: 32_000_000 };
/** Packages of one request, as the interface allows; pages of one package, and advisories of all. */
const [mostAsked, mostPages, mostAdvisories] = [1_000, 20, 10_000];
const atOnce = 6;

const batchAnswer = z.object({
  results: z.array(
    z.object({
      vulns: z.optional(z.array(z.object({ id: z.string().regex(/^[A-Za-z][\w.:+-]{0,99}$/) }))),
      next_page_token: z.optional(z.string().max(10_000)),
    }),
  ),
});

/**
 * Asks OSV's interface (`/v1/querybatch`, `/v1/vulns/ID`) which advisories concern packages. Sends ecosystems, names and
 * versions, nothing else.
 * @param base of the interface, or of a service that speaks it
 * @throws SourceFailure where it does not answer, or not as it should
 */
export async function askOsv(
  base: URL,
  packages: readonly AskedPackage[],
  access: Access,
): Promise<readonly Advisory[]> {
  const ids = new Set<string>();
  for (let start = 0; start < packages.length; start += mostAsked) {
    await collectIds(base, packages.slice(start, start + mostAsked), access, ids);
  }
  const waiting = [...ids];
  const advisories: Advisory[] = [];
  const readOn = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      const record = await requestJson(access, below(base, `v1/vulns/${encodeURIComponent(id)}`), bounds);
      const { advisory } = readOsv(record, (own) => databaseOf(own)?.name ?? 'OSV');
      if (advisory) advisories.push(advisory);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, readOn));
  return advisories;
}

async function collectIds(
  base: URL,
  packages: readonly AskedPackage[],
  access: Access,
  ids: Set<string>,
): Promise<void> {
  let queries = packages.map(({ ecosystem, name, version }) => ({ package: { ecosystem, name }, version }));
  for (let page = 0; queries.length > 0; page++) {
    if (page === mostPages)
      throw new SourceFailure(`${base.host} has more than ${mostPages} pages for a package.`);
    const answer = batchAnswer.safeParse(
      await requestJson(access, below(base, 'v1/querybatch'), bounds, { queries }),
    );
    if (!answer.success || answer.data.results.length !== queries.length) {
      throw new SourceFailure(`${base.host} did not answer as OSV's interface does.`);
    }
    const { results } = answer.data;
    for (const { vulns = [] } of results) for (const { id } of vulns) ids.add(id);
    if (ids.size > mostAdvisories)
      throw new SourceFailure(`${base.host} has more than ${mostAdvisories} advisories for these packages.`);
    queries = queries.flatMap((query, at) => {
      const token = results[at]?.next_page_token;
      return token ? [{ ...query, page_token: token }] : [];
    });
  }
}
