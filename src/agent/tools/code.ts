import * as z from 'zod';
import { RepositoryPath } from '../../api/contract/fields.ts';
import { Cursor } from '../../api/contract/paging.ts';
import {
  listFiles as listFilesAt,
  maximumReadLines,
  readCode as readCodeAt,
  searchCode as searchCodeIn,
} from '../../api/contract/repositories/code.ts';
import { answer } from '../answer.ts';
import { code, fenced, shorten, visible } from '../data.ts';
import { withoutSecrets } from '../secrets.ts';
import type { ToolContext } from '../tool.ts';
import { define } from './define.ts';
import { count, moreLine } from './issue-words.ts';
import { organization, repositoryInput, theRepository } from './repository.ts';

/** The code itself: read, searched, listed. Secrets in it are blanked out. */

const maximumLines = 400;
const maximumCharacters = 12_000;
/** Lines around a part by which a secret is told that goes beyond it, such as a private key. */
const around = 80;

export const readCode = define({
  name: 'read_code',
  title: 'Read code',
  description: `Lines of a file of the repository, at most ${maximumLines} at once, numbered. Secrets in it are blanked out.`,
  input: z.strictObject({
    repository: repositoryInput,
    path: RepositoryPath.min(1),
    startLine: z.int().min(1).default(1),
    endLine: z.int().min(1).optional(),
  }),
  output: z.object({
    path: z.string(),
    startLine: z.int(),
    endLine: z.int(),
    totalLines: z.int(),
    content: z.string(),
  }),
  effect: 'none',
  run: async ({ repository, path, startLine, endLine }, context) => {
    const repositoryId = await theRepository(repository, context);
    const last = Math.min(endLine ?? Number.MAX_SAFE_INTEGER, startLine + maximumLines - 1);
    const { lines, totalLines } = await linesOf(
      { repositoryId, path, startLine, endLine: Math.max(last, startLine) },
      context,
    );
    const kept = bounded(lines);
    const end = startLine + kept.length - 1;
    const numbered = kept
      .map((line, index) => `${String(startLine + index).padStart(5)}  ${line}`)
      .join('\n');
    const range = kept.length === 0 ? `no line ${startLine}` : `lines ${startLine} to ${end}`;
    const more =
      end < Math.min(endLine ?? totalLines, totalLines) ? ` The next ones begin at line ${end + 1}.` : '';
    const language = /\.(\w{1,10})$/.exec(path)?.[1] ?? '';
    return answer(
      `${code(path)}, ${range} of ${totalLines}.${more}${kept.length > 0 ? `\n\n${fenced(numbered, language)}` : ''}`,
      { path, startLine, endLine: Math.max(end, startLine - 1), totalLines, content: kept.join('\n') },
      [{ label: visible(`${path}:${startLine}`), path, line: startLine }],
    );
  },
});

interface Part {
  readonly repositoryId: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Lines of a file without its secrets. */
async function linesOf({ repositoryId, path, startLine, endLine }: Part, context: ToolContext) {
  const from = Math.max(1, startLine - around);
  const to = Math.min(endLine + around, from + maximumReadLines - 1);
  const read = await context.service.call(
    readCodeAt,
    { ...organization(context), repositoryId, path, startLine: from, endLine: to },
    { signal: context.signal },
  );
  const all = read.content.split(/\r?\n/);
  const wanted = all.slice(startLine - from, Math.min(endLine, read.totalLines) - from + 1);
  return {
    lines: withoutSecrets(path, wanted.join('\n'), read.content).split('\n').slice(0, wanted.length),
    totalLines: read.totalLines,
  };
}

/** As many lines as there is room for, each of them shortened. */
function bounded(lines: readonly string[]): string[] {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines) {
    const short = shorten(visible(line), 500);
    length += short.length + 8;
    if (length > maximumCharacters) break;
    kept.push(short);
  }
  return kept;
}

export const searchCode = define({
  name: 'search_code',
  title: 'Search code',
  description:
    'Lines of the repository that contain a text, in any case of letters, with file and line. Not a pattern. Secrets in them are blanked out.',
  input: z.strictObject({
    repository: repositoryInput,
    query: z.string().min(1).max(1024),
    pathPrefix: RepositoryPath.optional(),
    limit: z.int().min(1).max(50).default(25),
    cursor: Cursor.optional(),
  }),
  output: z.object({
    matches: z.array(z.object({ file: z.string(), line: z.int(), text: z.string() })),
    nextCursor: z.string().optional(),
  }),
  effect: 'none',
  run: async ({ repository, ...request }, context) => {
    const repositoryId = await theRepository(repository, context);
    const { matches, nextCursor } = await context.service.call(
      searchCodeIn,
      { ...request, repositoryId, ...organization(context) },
      { signal: context.signal },
    );
    const shown: { file: string; line: number; text: string }[] = [];
    for (const file of new Set(matches.map((match) => match.file))) {
      const found = matches.filter((match) => match.file === file);
      const first = found[0]?.line ?? 1;
      const last = Math.min(found.at(-1)?.line ?? first, first + maximumReadLines - 2 * around - 1);
      const { lines } = await linesOf({ repositoryId, path: file, startLine: first, endLine: last }, context);
      for (const match of found) {
        const text = lines[match.line - first] ?? withoutSecrets(file, match.text);
        shown.push({ file, line: match.line, text: shorten(text.trim(), 300) });
      }
    }
    const files = new Set(shown.map(({ file }) => file)).size;
    const head =
      matches.length === 0 && nextCursor === undefined
        ? `No line contains ${code(request.query, 100)}.`
        : `${count(matches.length, 'line')} in ${count(files, 'file')} with ${code(request.query, 100)}:`;
    const lines = shown.map(({ file, line, text }) => `- ${code(`${file}:${line}`)} ${code(text)}`);
    return answer(
      `${[head, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')}${moreLine(matches.length, undefined, nextCursor)}`,
      { matches: shown, nextCursor },
      shown.map(({ file, line }) => ({ label: visible(`${file}:${line}`), path: file, line })),
    );
  },
});

export const listFiles = define({
  name: 'list_files',
  title: 'List files',
  description: 'Files and folders of a folder of the repository, folders first.',
  input: z.strictObject({
    repository: repositoryInput,
    path: RepositoryPath.default('').describe('The root when omitted.'),
    limit: z.int().min(1).max(200).default(100),
    cursor: Cursor.optional(),
  }),
  output: z.object({
    entries: z.array(
      z.object({ path: z.string(), type: z.enum(['file', 'directory']), size: z.int().optional() }),
    ),
    totalCount: z.int().optional(),
    nextCursor: z.string().optional(),
  }),
  effect: 'none',
  run: async ({ repository, ...request }, context) => {
    const repositoryId = await theRepository(repository, context);
    const { entries, nextCursor, totalCount } = await context.service.call(
      listFilesAt,
      { ...request, repositoryId, ...organization(context) },
      { signal: context.signal },
    );
    const where = request.path === '' ? 'the root' : code(request.path);
    const head = entries.length === 0 ? `There is nothing in ${where}.` : `In ${where}:`;
    const lines = entries.map(({ path, type, size }) =>
      type === 'directory'
        ? `- ${code(`${path}/`)}`
        : `- ${code(path)}${size === undefined ? '' : ` ${size.toLocaleString('en')} bytes`}`,
    );
    return answer(
      `${[head, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')}${moreLine(entries.length, totalCount, nextCursor)}`,
      {
        entries: entries.map(({ path, type, size }) => ({ path, type, ...(size !== undefined && { size }) })),
        totalCount,
        nextCursor,
      },
      entries.filter(({ type }) => type === 'file').map(({ path }) => ({ label: visible(path), path })),
    );
  },
});
