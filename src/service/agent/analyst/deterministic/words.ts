import { asText, fileLink, issueLink } from '../../../../agent/links.ts';
import type { IssueRow } from '../../../../agent/tools/issue-words.ts';
import type { IssueStatus } from '../../../../api/contract/vocabulary.ts';
import { weaknesses } from '../../../../engine/weaknesses/index.ts';
import type { Filter } from './request.ts';

/** How the deterministic analyst puts things: every issue and place is a link. */

const titles = new Map(weaknesses.map(({ id, title }) => [id, title]));

export const inWords = (constant: string): string => constant.toLowerCase().replaceAll('_', ' ');

export const titled = (constant: string): string => {
  const words = inWords(constant);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export const classTitle = (vulnClass: string): string =>
  titles.get(vulnClass) ?? vulnClass.replaceAll('-', ' ');

export function counted(number: number, noun: string, plural = `${noun}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : plural}`;
}

/** `1. **Critical** [SQL injection](…) in [search.ts:41](…) · new` */
export function issueLine(issue: IssueRow, number: number): string {
  const { severity, title, id, file, line } = issue;
  const notes = notesOf(issue);
  return `${number}. **${titled(severity)}** ${issueLink(id, title)} in ${fileLink(file, line, { whole: true })}${notes === '' ? '' : ` · ${notes}`}`;
}

function notesOf({ isNew, status, verdict, patch }: IssueRow): string {
  return [
    isNew ? 'new' : '',
    status === 'PENDING_REVIEW' ? '' : inWords(status),
    verdict === undefined ? '' : `investigated: ${inWords(verdict)}`,
    patch === 'READY' ? 'patch ready' : '',
  ]
    .filter((note) => note !== '')
    .join(' · ');
}

/** The heading of an answer about one issue; what "this" means afterwards. */
export function issueHeading(issue: Named): string {
  return `### ${issueName(issue)}`;
}

type Named = Pick<IssueRow, 'id' | 'title' | 'file' | 'line'>;

export function issueName({ id, title, file, line }: Named): string {
  return `${issueLink(id, title)} in ${fileLink(file, line)}`;
}

/** What a filter asks for, to be said before the answer: `critical SQL injection issues in api`. */
export function describe(filter: Filter, one = false): string {
  const { severities, vulnClasses, categories, statuses, languages, cwes, path, newOnly, text } = filter;
  const classes = (vulnClasses?.length ?? 0) > 4 ? ['injection'] : (vulnClasses ?? []).map(classTitle);
  const before = [
    newOnly ? 'new' : '',
    statuses
      ? listed(
          statuses.map((status) => inWords(status satisfies IssueStatus)),
          'or',
        )
      : '',
    severities ? listed(severities.map(inWords), 'or') : '',
    classes.length > 0 ? listed(classes, 'or') : '',
    categories ? listed(categories, 'or') : '',
    one ? 'issue' : 'issues',
  ];
  const after = [
    languages ? `in ${listed(languages, 'and')} files` : '',
    cwes ? `of ${listed(cwes, 'or')}` : '',
    path === undefined ? '' : `in ${asText(path)}`,
    text === undefined ? '' : `with “${asText(text)}”`,
  ];
  return [...before, ...after].filter((word) => word !== '').join(' ');
}

export function listed(words: readonly string[], last: 'and' | 'or'): string {
  if (words.length <= 1) return words.join('');
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** Said by every answer that is beyond what is known without a model. */
export const connectModel =
  'Connect a language model (*Parapet: Connect a Language Model…*) for questions that need reasoning: it works with the same tools.';
