import { prose } from '../../../../agent/data.ts';
import { asText } from '../../../../agent/links.ts';
import { VulnerabilityRows } from '../../../../agent/tools/dependencies.ts';
import { type Asked, call } from './asked.ts';
import { find } from './issues.ts';
import { advisoryIn } from './packages/question.ts';
import type { Filter } from './request.ts';
import { describe } from './words.ts';

/** Which issues a person means: by number, "this", an attachment, or what they are and where. */

export type Meant =
  | { readonly ids: readonly string[]; readonly note?: string }
  /** It is not clear; what to say instead. */
  | { readonly ask: string };

const mostAtOnce = 50;

/** @param guess whether the first of several may be taken for "this": not before something is changed */
export async function meant(asked: Asked, guess: boolean): Promise<Meant> {
  const { request, before, turn } = asked;
  const attached = turn.attachments.flatMap((attachment) =>
    attachment.kind === 'issue' ? [attachment.issueId] : [],
  );
  const { refers, filter } = request;
  switch (refers?.kind) {
    case 'ids':
      return { ids: refers.ids.slice(0, mostAtOnce) };
    case 'numbers':
      return byNumber(refers.numbers, before.list);
    case 'worst':
      return await byFilter(asked, filter, true, false);
    case 'all': {
      if (attached.length === 0 && Object.keys(filter).length > 0) return await everyOne(asked, filter);
      const ids = attached.length > 0 ? attached : [...before.list.values()];
      if (ids.length > 0) return { ids: [...new Set(ids)].slice(0, mostAtOnce) };
      // A patch is asked about one by one; a decision about what nobody saw is not made.
      if (guess) return await everyOne(asked, {});
      return {
        ask: 'All of which? I have listed nothing yet. Ask for a list first, e.g. *show critical issues*.',
      };
    }
    default:
      break;
  }
  if (attached.length > 0) return { ids: attached };
  const here = placeOf(asked);
  if (here) return await byPlace(asked, here, guess);
  // An advisory is one matter, however many packages have it.
  if (!guess && filter.text !== undefined && advisoryIn(filter.text) === filter.text)
    return await ofAdvisory(asked, filter.text);
  if (Object.keys(filter).length > 0) return await byFilter(asked, filter, guess);
  if (before.focus !== undefined) return { ids: [before.focus] };
  const [first, second] = [...before.list.values()];
  if (first === undefined || before.isOffered) {
    return { ask: 'Which issue? Name its number in a list (*show issues*), or add it to the message.' };
  }
  if (second === undefined) return { ids: [first] };
  if (!guess) return { ask: 'Which one of the list? Say its number, e.g. *number 2*, or *all of them*.' };
  return { ids: [first], note: 'I take the first of the list; say a number for another.' };
}

function byNumber(numbers: readonly number[], list: ReadonlyMap<number, string>): Meant {
  if (list.size === 0) {
    return {
      ask: 'I have not listed anything yet that numbers could mean. Ask for a list first, e.g. *show issues*.',
    };
  }
  const most = Math.max(...list.keys());
  const ids: string[] = [];
  for (const number of numbers) {
    const id = list.get(number === -1 ? most : number);
    if (id === undefined)
      return { ask: `There is no number ${number} in the last list; it ends at ${most}.` };
    ids.push(id);
  }
  return { ids: [...new Set(ids)] };
}

interface Place {
  readonly path: string;
  readonly from?: number;
  readonly to?: number;
}

/** The file or selection that was attached, where nothing else was named. */
function placeOf({ turn, request }: Asked): Place | undefined {
  if (request.filter.path !== undefined) return undefined;
  const shown = turn.attachments.find(({ kind }) => kind !== 'issue');
  if (shown?.kind === 'file') return { path: shown.path };
  if (shown?.kind === 'selection') return { path: shown.path, from: shown.startLine, to: shown.endLine };
  return undefined;
}

async function byPlace(
  asked: Asked,
  { path, from = 1, to = Number.MAX_SAFE_INTEGER }: Place,
  guess: boolean,
): Promise<Meant> {
  const { path: _, ...filter } = asked.request.filter;
  const found = await find(asked, { ...filter, path }, mostAtOnce);
  if ('reason' in found) return { ask: found.reason };
  const here = found.issues.filter((issue) => issue.line <= to && issue.endLine >= from);
  return chosen(
    here.map(({ id }) => id),
    guess,
    `There is no known issue in what you attached. *Scan this file* looks at it as it is now.`,
  );
}

async function byFilter(asked: Asked, filter: Filter, guess: boolean, isNoted = true): Promise<Meant> {
  const found = await find(asked, filter, mostAtOnce);
  if ('reason' in found) return { ask: found.reason };
  const which = chosen(
    found.issues.map(({ id }) => id),
    guess,
    `I know no open ${describe(filter, true)}.`,
  );
  return 'ids' in which && !isNoted ? { ids: which.ids } : which;
}

/** "All critical issues": whatever fits. */
async function everyOne(asked: Asked, filter: Filter): Promise<Meant> {
  const found = await find(asked, filter, mostAtOnce);
  if ('reason' in found) return { ask: found.reason };
  if (found.issues.length === 0) return { ask: `I know no open ${describe(filter, true)}.` };
  return { ids: found.issues.map(({ id }) => id), note: `${found.total} ${describe(filter)}, worst first.` };
}

/** Every open issue of an advisory, by any of its names. */
async function ofAdvisory(asked: Asked, advisory: string): Promise<Meant> {
  const input = { advisory, limit: mostAtOnce };
  const read = await call(asked, 'list_vulnerable_dependencies', input, VulnerabilityRows);
  if ('reason' in read) return { ask: prose(read.reason) };
  const ids = read.data.vulnerabilities.map(({ issueId }) => issueId);
  return ids.length === 0 ? { ask: `I know no open issue about ${asText(advisory)}.` } : { ids };
}

function chosen(ids: readonly string[], guess: boolean, none: string): Meant {
  const [first, second] = ids;
  if (first === undefined) return { ask: none };
  if (second === undefined) return { ids: [first] };
  if (!guess) return { ask: `${ids.length} issues fit. Ask for a list of them, then say which number.` };
  return { ids: [first], note: `${ids.length} issues fit; this is the worst of them.` };
}
