import * as z from 'zod';
import { fenced, prose, words } from '../../../../agent/data.ts';
import { asText, fileLink } from '../../../../agent/links.ts';
import { Severity } from '../../../../api/contract/vocabulary.ts';
import { weaknesses } from '../../../../engine/weaknesses/index.ts';
import { askBack } from './ask-back.ts';
import { type Answer, type Asked, call, say } from './asked.ts';
import { factsOf } from './issue-facts.ts';
import { meant } from './meant.ts';
import { counted, inWords, issueHeading, listed, titled } from './words.ts';

/** Answers about code, and what it is made of. */

const Match = z.object({ file: z.string(), line: z.int(), text: z.string() });
const Matches = z.object({ matches: z.array(Match), nextCursor: z.string().optional() });

export async function* searchCode(asked: Asked): Answer {
  const { query, filter } = asked.request;
  if (query === undefined) {
    yield say(
      'Search for what? Put it in quotes: *search for "db.query" in src/*. I search for a text as it stands, not for meanings.',
    );
    return;
  }
  yield say(`Searching the code for \`${query.replaceAll('`', "'")}\`.\n\n`);
  const read = await call(
    asked,
    'search_code',
    { query, ...(filter.path !== undefined && { pathPrefix: filter.path }) },
    Matches,
  );
  if ('reason' in read) {
    yield say(prose(read.reason));
    return;
  }
  const { matches, nextCursor } = read.data;
  if (matches.length === 0) {
    yield say('No line has it.');
    return;
  }
  const lines = matches.map(
    ({ file, line, text }) => `- ${fileLink(file, line, { whole: true })} \`${text.replaceAll('`', "'")}\``,
  );
  yield say(
    `${counted(matches.length, 'line')}${nextCursor === undefined ? '' : ', and there are more'}:\n\n${lines.join('\n')}`,
  );
}

const Lines = z.object({
  path: z.string(),
  startLine: z.int(),
  endLine: z.int(),
  totalLines: z.int(),
  content: z.string(),
});
const usualLines = 60;

export async function* readCode(asked: Asked): Answer {
  const { filter, lines } = asked.request;
  const path = filter.path ?? '';
  const from = lines === undefined ? 1 : lines.from === lines.to ? Math.max(1, lines.from - 10) : lines.from;
  const to = lines === undefined ? usualLines : lines.from === lines.to ? lines.to + 10 : lines.to;
  const read = await call(asked, 'read_code', { path, startLine: from, endLine: to }, Lines);
  if ('reason' in read) {
    yield say(`${asText(path)}: ${prose(read.reason)}`);
    return;
  }
  const { startLine, endLine, totalLines, content } = read.data;
  const language = /\.(\w{1,10})$/.exec(path)?.[1] ?? '';
  yield say(
    `${fileLink(path, startLine, { whole: true })}, lines ${startLine} to ${endLine} of ${totalLines}:\n\n${fenced(content, language)}`,
  );
}

const linesAround = 4;

/** Where an issue is, with the code around it. */
export async function* locate(asked: Asked): Answer {
  const which = await meant(asked, true);
  if ('ask' in which) {
    yield* askBack(asked, which);
    return;
  }
  const [issueId = ''] = which.ids;
  const facts = await factsOf(asked, issueId);
  if ('reason' in facts) {
    yield say(prose(facts.reason));
    return;
  }
  const { file, line, endLine } = facts.data;
  yield say(`${issueHeading(facts.data)}\n\n`);
  const read = await call(
    asked,
    'read_code',
    { path: file, startLine: Math.max(1, line - linesAround), endLine: endLine + linesAround },
    Lines,
  );
  if ('reason' in read) {
    yield say(prose(read.reason));
    return;
  }
  const language = /\.(\w{1,10})$/.exec(file)?.[1] ?? '';
  const { startLine, endLine: last, content } = read.data;
  yield say(
    `${fileLink(file, line, { whole: true })}; lines ${startLine} to ${last}:\n\n${fenced(content, language)}`,
  );
}

const Component = z.object({
  kind: z.string(),
  name: z.string(),
  provider: z.string().optional(),
  version: z.string().optional(),
  usage: z.string(),
  file: z.string(),
  line: z.int().optional(),
});
const Components = z.object({ components: z.array(Component), nextCursor: z.string().optional() });

export async function* components(asked: Asked): Answer {
  yield say('Looking up the AI components.\n\n');
  const read = await call(asked, 'list_ai_components', { limit: 50 }, Components);
  if ('reason' in read) {
    yield say(prose(read.reason));
    return;
  }
  const { components: all, nextCursor } = read.data;
  if (all.length === 0) {
    yield say('No AI component was found by the latest scan.');
    return;
  }
  const groups = Map.groupBy(all, ({ kind }) => kind);
  const lines = [...groups].map(([kind, members]) => {
    const entries = members.slice(0, 15).map(({ name, version, provider, usage, file, line }) => {
      const about = [version, provider, usage === 'DEV_TOOLING' ? 'tooling' : ''].filter(
        (word) => word !== undefined && word !== '',
      );
      return `- ${words(name, 100)}${about.length > 0 ? ` (${about.map((word) => words(word ?? '', 60)).join(', ')})` : ''} in ${fileLink(file, line)}`;
    });
    const rest = members.length - entries.length;
    return `**${titled(kind)}**, ${members.length}\n\n${entries.join('\n')}${rest > 0 ? `\n- … and ${rest} more` : ''}`;
  });
  yield say(
    `${counted(all.length, 'AI component')}${nextCursor === undefined ? '' : ', and there are more'}:\n\n${lines.join('\n\n')}`,
  );
}

const Rules = z.object({
  rules: z.array(z.object({ ruleId: z.string(), title: z.string(), openIssues: z.int(), worst: Severity })),
});

export async function* rules(asked: Asked): Answer {
  const { vulnClasses } = asked.request.filter;
  const known = weaknesses.filter(({ id }) => vulnClasses === undefined || vulnClasses.includes(id));
  const lines = known.map(
    ({ title, cwes, found }) =>
      `- ${title} (${listed(cwes, 'and')})${found === 'place' ? '' : ', by its data flow'}`,
  );
  yield say(
    `In JavaScript, TypeScript, Java and Python, and for secrets in any file, I look for ${counted(lines.length, 'class', 'classes')}:\n\n${lines.join('\n')}\n\n`,
  );
  const read = await call(asked, 'list_rules', {}, Rules);
  if ('reason' in read || read.data.rules.length === 0) return;
  const active = read.data.rules
    .slice(0, 10)
    .map(
      ({ title, openIssues, worst }) =>
        `- ${words(title, 100)}: ${openIssues} open, the worst ${inWords(worst)}`,
    );
  yield say(`Rules with open issues here:\n\n${active.join('\n')}`);
}
