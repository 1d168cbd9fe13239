import * as z from 'zod';
import { RepositoryPath } from '../../api/contract/fields.ts';
import { readCode } from '../../api/contract/repositories/code.ts';
import {
  type CodeScanIssue,
  maximumSubmissionBytes,
  type SubmittedFile,
  submitChanges,
} from '../../api/contract/scans/code-scans.ts';
import { Category, Severity } from '../../api/contract/vocabulary.ts';
import { answer } from '../answer.ts';
import { code, prose, shorten, visible } from '../data.ts';
import { withoutSecrets } from '../secrets.ts';
import { type ToolContext, ToolFailure } from '../tool.ts';
import { define, statusOf } from './define.ts';
import { count, inWords, issueName } from './issue-words.ts';
import { maximumScanIssues, resultsOf, type Scanned, scanned } from './on-demand.ts';
import { organization, repositoryInput, theRepository } from './repository.ts';

/** Scans of what is at hand: a text, lines of a file, files, a change. The issues are not kept with the repository. */

const maximumText = 200_000;
const maximumFiles = 100;
const maximumShown = 20;

const output = z.object({
  issues: z.array(
    z.object({
      title: z.string(),
      severity: Severity,
      score: z.number(),
      confidence: z.number(),
      category: Category,
      vulnClass: z.string(),
      cwes: z.array(z.string()),
      file: z.string(),
      line: z.int(),
      endLine: z.int(),
      description: z.string(),
      flow: z.array(z.object({ role: z.string(), file: z.string(), line: z.int() })),
    }),
  ),
  totalCount: z.int(),
  filesAnalysed: z.int().optional(),
  /** Files that could not be scanned, with the reason. */
  leftOut: z.array(z.object({ file: z.string(), reason: z.string() })),
});

export const scanCode = define({
  name: 'scan_code',
  title: 'Scan code',
  description:
    'Scans a piece of code for security issues: the given text, or, without one, the lines startLine to endLine of a file of the repository, in the context of the whole file. Use it for code that was just written, before it is saved.',
  input: z.strictObject({
    text: z.string().min(1).max(maximumText).optional(),
    path: RepositoryPath.min(1).describe('Name of the file; its extension tells the language.'),
    startLine: z.int().min(1).optional(),
    endLine: z.int().min(1).optional(),
    repository: repositoryInput,
  }),
  output,
  effect: 'none',
  derives: true,
  run: async ({ text, path, startLine, endLine, repository }, context) => {
    context.progress('Scanning the code');
    if (text !== undefined) {
      refuseSecrets(path, text, context);
      const found = await scanned(
        {
          name: shorten(path, 200),
          repositoryId:
            repository === undefined ? context.repositoryId : await theRepository(repository, context),
          submission: { type: 'snippet', content: text, path, startLine: startLine ?? 1 },
        },
        context,
      );
      return told(found, code(path), []);
    }
    const repositoryId = await theRepository(repository, context);
    const file = await fileOf(repositoryId, path, context);
    if ('reason' in file) throw new ToolFailure(file.reason);
    const found = await scanned(
      { name: shorten(path, 200), repositoryId, submission: { type: 'files', files: [file] } },
      context,
    );
    const from = startLine ?? 1;
    const to = endLine ?? Number.MAX_SAFE_INTEGER;
    const issues = found.issues.filter((issue) => touches(issue, path, from, to));
    const part =
      startLine === undefined && endLine === undefined ? '' : `, lines ${from} to ${endLine ?? 'the last'}`;
    const totalCount = part === '' ? found.totalCount : issues.length;
    return told({ ...found, issues, totalCount }, `${code(path)}${part}`, []);
  },
});

/** Files that the service has are its own matter; what is given to it must hold no secret. @throws ToolFailure */
function refuseSecrets(path: string, text: string, { elsewhere }: ToolContext): void {
  if (elsewhere === undefined || withoutSecrets(path, text) === text) return;
  throw new ToolFailure(
    `The code holds what looks like a secret, so it was not sent to ${visible(elsewhere)}. Take it out first.`,
  );
}

/** Whether an issue, or its flow, goes through the lines. */
function touches(issue: CodeScanIssue, path: string, from: number, to: number): boolean {
  const steps = issue.codeFlows.flatMap((flow) => flow.steps);
  return (
    (issue.startLine <= to && issue.endLine >= from) ||
    steps.some(({ file, range }) => file === path && range.startLine <= to && range.endLine >= from)
  );
}

export const scanFiles = define({
  name: 'scan_files',
  title: 'Scan files',
  description: `Scans files of the repository as they are now, at most ${maximumFiles}, together: flows from one into another are followed. Faster than scan_repository; the issues are not kept with the repository.`,
  input: z.strictObject({
    repository: repositoryInput,
    paths: z.array(RepositoryPath.min(1)).min(1).max(maximumFiles),
  }),
  output,
  effect: 'none',
  derives: true,
  run: async ({ repository, paths }, context) => {
    const repositoryId = await theRepository(repository, context);
    const { files, leftOut } = await filesOf(repositoryId, [...new Set(paths)], context);
    if (files.length === 0) {
      throw new ToolFailure(leftOut.map(({ file, reason }) => `${visible(file)}: ${reason}`).join(' '));
    }
    context.progress(`Scanning ${count(files.length, 'file')}`);
    const name = `${files.length} files`;
    const found = await scanned({ name, repositoryId, submission: { type: 'files', files } }, context);
    return told(found, count(files.length, 'file'), leftOut);
  },
});

export const scanChanges = define({
  name: 'scan_changes',
  title: 'Scan changes',
  description:
    'Scans what a change brings, and not what was there before. Without a diff: what is not committed in a repository on the machine of the service, or with "since": "branch" also what was committed since it left the main branch. With a unified diff (git diff): that, against the files as they are now; only issues on added lines are reported.',
  input: z.strictObject({
    repository: repositoryInput,
    since: z.enum(['commit', 'branch']).default('commit'),
    diff: z
      .string()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('Unified diff with paths from the root of the repository, in place of "since".'),
  }),
  output,
  effect: 'none',
  derives: true,
  run: async ({ repository, since, diff }, context) => {
    const repositoryId = await theRepository(repository, context);
    if (diff !== undefined) return await scanDiff(repositoryId, diff, context);
    context.progress('Looking for what was changed');
    const { codeScan, files, leftOut } = await submitted(repositoryId, since, context);
    context.progress(`Scanning the changes of ${count(files.length, 'file')}`);
    const found = await resultsOf(codeScan, context);
    const from = since === 'branch' ? 'since the branch left the main one' : 'since the last commit';
    return told(
      found,
      `what was changed ${from} (${count(files.length, 'file')})`,
      leftOut.map(({ path, reason }) => ({ file: path, reason })),
    );
  },
});

async function submitted(repositoryId: string, since: 'commit' | 'branch', context: ToolContext) {
  try {
    const request = { ...organization(context), repositoryId, since };
    return await context.service.call(submitChanges, request, { signal: context.signal });
  } catch (error) {
    context.signal.throwIfAborted();
    const isWithout = error instanceof Error && 'kind' in error && error.kind === 'notOffered';
    if (!isWithout) throw error;
    throw new ToolFailure(
      'This service does not see what is changed on a machine. Give the change as "diff".',
    );
  }
}

async function scanDiff(repositoryId: string, diff: string, context: ToolContext) {
  const paths = changedPaths(diff);
  if (paths.length === 0) {
    throw new ToolFailure('This is no unified diff: no line begins with "+++ ". Give what git diff prints.');
  }
  if (paths.length > maximumFiles) {
    throw new ToolFailure(
      `The change is of ${paths.length} files; at most ${maximumFiles} are scanned at once.`,
    );
  }
  refuseSecrets(paths[0] ?? 'change.diff', diff.replace(/^[-+ ]/gm, ''), context);
  const { files, leftOut } = await filesOf(repositoryId, paths, context);
  context.progress(`Scanning the changes of ${count(paths.length, 'file')}`);
  const submission = { type: 'diff', diff, files } as const;
  const found = await scanned({ name: 'Changes', repositoryId, submission }, context);
  return told(found, `the change of ${count(paths.length, 'file')}`, leftOut);
}

/** The files that a diff leaves changed, under their names after it. */
function changedPaths(diff: string): string[] {
  const paths = [...diff.matchAll(/^\+\+\+ (?:b\/)?([^\t\r\n]+)/gm)].map(([, path = '']) => path);
  return [...new Set(paths)].filter((path) => path !== '/dev/null');
}

async function filesOf(repositoryId: string, paths: readonly string[], context: ToolContext) {
  const files: SubmittedFile[] = [];
  const leftOut: { file: string; reason: string }[] = [];
  let bytes = 0;
  for (const path of paths) {
    const file = await fileOf(repositoryId, path, context);
    if ('reason' in file) {
      leftOut.push({ file: path, reason: file.reason });
      continue;
    }
    bytes += Buffer.byteLength(file.content);
    if (bytes > maximumSubmissionBytes * 0.9) leftOut.push({ file: path, reason: 'Too much for one scan.' });
    else files.push(file);
  }
  return { files, leftOut };
}

async function fileOf(
  repositoryId: string,
  path: string,
  context: ToolContext,
): Promise<SubmittedFile | { readonly reason: string }> {
  try {
    const read = await context.service.call(
      readCode,
      { ...organization(context), repositoryId, path },
      { signal: context.signal },
    );
    if (read.truncated) return { reason: `It has ${read.totalLines} lines, more than are read at once.` };
    return { path, content: read.content };
  } catch (error) {
    context.signal.throwIfAborted();
    const status = statusOf(error);
    if (!(error instanceof Error) || (status !== 404 && status !== 413 && status !== 422)) throw error;
    return { reason: error.message };
  }
}

function told(found: Scanned, what: string, leftOut: readonly { file: string; reason: string }[]) {
  const { issues, totalCount, coverage } = found;
  const shown = issues.slice(0, maximumShown);
  const head =
    totalCount === 0
      ? `No issue found in ${what}.`
      : `${count(totalCount, 'issue')} in ${what}, worst first:`;
  const skipped = (coverage?.filesSkipped ?? 0) + (coverage?.filesPartial ?? 0);
  const text = [
    head,
    shown
      .map(
        (issue) =>
          `- **${inWords(issue.severity)}** ${issueName(issue)} (${code(issue.vulnClass)}, sure ${issue.confidence} %): ${prose(issue.description, 400)}`,
      )
      .join('\n'),
    totalCount > shown.length ? `*${totalCount - shown.length} more are not shown.*` : '',
    skipped > 0 ? `*${count(skipped, 'file')} could not be analysed, or only in part.*` : '',
    leftOut.length > 0
      ? `Left out:\n${leftOut
          .slice(0, 20)
          .map(({ file, reason }) => `- ${code(file)}: ${prose(reason, 200)}`)
          .join('\n')}`
      : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  const data: z.output<typeof output> = {
    issues: issues.slice(0, maximumScanIssues).map((issue) => ({
      title: issue.title,
      severity: issue.severity,
      score: issue.score,
      confidence: issue.confidence,
      category: issue.category,
      vulnClass: issue.vulnClass,
      cwes: issue.cwes.slice(0, 10),
      file: issue.file,
      line: issue.startLine,
      endLine: issue.endLine,
      description: shorten(issue.description, 400),
      flow: (issue.codeFlows[0]?.steps ?? [])
        .slice(0, 12)
        .map(({ role, file, range }) => ({ role, file, line: range.startLine })),
    })),
    totalCount,
    ...(coverage && { filesAnalysed: coverage.filesAnalysed }),
    leftOut: leftOut.slice(0, 50).map(({ file, reason }) => ({ file, reason: shorten(reason, 300) })),
  };
  const places = shown.map(({ file, startLine }) => ({
    label: visible(`${file}:${startLine}`),
    path: file,
    line: startLine,
  }));
  return answer(text, data, places);
}
