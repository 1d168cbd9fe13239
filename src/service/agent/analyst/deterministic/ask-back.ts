import { type Answer, type Asked, say } from './asked.ts';
import { find } from './issues.ts';
import { offerWords } from './offer-words.ts';
import { counted, issueLine } from './words.ts';

const offered = 5;

/**
 * Says that it is not clear which issue is meant. Where none was spoken of yet, the worst are offered by number, so that
 * a number is enough of an answer.
 */
export async function* askBack(asked: Asked, { ask }: { readonly ask: string }): Answer {
  yield say(ask);
  const { before, request } = asked;
  if ((before.list.size > 0 && !before.isOffered) || Object.keys(request.filter).length > 0) return;
  const found = await find(asked, {}, offered);
  if ('reason' in found || found.issues.length === 0) return;
  const lines = found.issues.map((issue, index) => issueLine(issue, index + 1));
  const which = found.total > lines.length ? `the worst of ${counted(found.total, 'open issue')}` : 'these';
  yield say(`\n\n${offerWords} ${which}:\n\n${lines.join('\n')}\n`);
}
