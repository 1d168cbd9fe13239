import { contract } from '../../../src/api/contract/index.ts';
import { createScanRunner } from '../../../src/service/analysis/worker-runner.ts';
import { Harness } from '../../unit/service/support/harness.ts';
import { endpointQueries } from './endpoint-queries.ts';
import { FullText } from './full-text.ts';
import { type Graded, gradeOf, ndcg } from './graded.ts';
import { type Document, scanInventory } from './inventory.ts';
import { issueQueries } from './issue-queries.ts';

const { semanticSearch } = contract;
const answers = 10;

interface Score {
  readonly query: string;
  /** Every second question was not looked at while the search was tuned. */
  readonly heldOut: boolean;
  readonly ours: number;
  readonly fullText: number;
}

/**
 * How well the answers fit the questions, by nDCG@10, beside a plain full text over the same documents.
 * @param told which questions' answers are shown: a part of the text
 */
export async function quality(told: string | undefined): Promise<Record<string, unknown>> {
  const runner = createScanRunner();
  try {
    await using service = await Harness.start({ runner });
    const documents = await scanInventory(service);
    const ofIssues = await scores(
      documents.issues,
      issueQueries,
      told,
      async (query) =>
        (await service.call(semanticSearch.searchIssuesByMeaning, { query, limit: answers })).vulnerabilities,
    );
    const ofEndpoints = await scores(
      documents.endpoints,
      endpointQueries,
      told,
      async (query) =>
        (await service.call(semanticSearch.searchEndpointsByMeaning, { query, limit: answers })).endpoints,
    );
    const all = [...ofIssues, ...ofEndpoints];
    return {
      issues: documents.issues.length,
      endpoints: documents.endpoints.length,
      ndcg: mean(all),
      ndcgOfIssues: mean(ofIssues),
      ndcgOfEndpoints: mean(ofEndpoints),
      ndcgTuned: mean(all.filter(({ heldOut }) => !heldOut)),
      ndcgHeldOut: mean(all.filter(({ heldOut }) => heldOut)),
    };
  } finally {
    await runner.close?.();
  }
}

async function scores(
  documents: readonly Document[],
  queries: readonly Graded[],
  told: string | undefined,
  search: (query: string) => Promise<readonly { readonly id: string }[]>,
): Promise<readonly Score[]> {
  using fullText = new FullText(documents);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const found: Score[] = [];
  for (const [index, graded] of queries.entries()) {
    const { query } = graded;
    const all = documents.map(({ line }) => gradeOf(graded, line));
    if (!all.includes(3)) throw new Error(`Nothing is the best answer to "${query}": the label is wrong.`);
    const grade = (id: string): number => gradeOf(graded, byId.get(id)?.line ?? '');
    const ids = (await search(query)).map(({ id }) => id);
    const heldOut = index % 2 === 1;
    const ours = ndcg(ids.map(grade), all);
    const plain = ndcg(fullText.search(query, answers).map(grade), all);
    found.push({ query, heldOut, ours, fullText: plain });
    if (told === undefined || heldOut || !query.includes(told)) continue;
    console.log(`\n${query}: ${ours.toFixed(3)}, full text ${plain.toFixed(3)}`);
    for (const id of ids) console.log(`  ${grade(id)}  ${byId.get(id)?.line}`);
  }
  for (const { query, heldOut, ours, fullText: plain } of found)
    if (!heldOut) console.log(`${ours.toFixed(3)}  ${plain.toFixed(3)}  ${query}`);
  return found;
}

const mean = (
  all: readonly Score[],
): { readonly ours: number; readonly fullText: number; readonly of: number } => {
  const of = all.length;
  const average = (value: (score: Score) => number): number =>
    Math.round((all.reduce((sum, score) => sum + value(score), 0) / of) * 1000) / 1000;
  return { ours: average(({ ours }) => ours), fullText: average(({ fullText }) => fullText), of };
};
