import * as z from 'zod';
import { prose, words } from '../../../../agent/data.ts';
import { asText, fileLink } from '../../../../agent/links.ts';
import { Severity } from '../../../../api/contract/vocabulary.ts';
import { type Answer, type Asked, anything, call, say } from './asked.ts';
import { counted, listed, titled } from './words.ts';

/** Scans that are asked for: of the repository, files, a selection, what was changed. */

const Scanned = z.object({
  issues: z.array(
    z.object({
      title: z.string(),
      severity: Severity,
      confidence: z.number(),
      file: z.string(),
      line: z.int(),
      description: z.string(),
    }),
  ),
  totalCount: z.int(),
  leftOut: z.array(z.object({ file: z.string(), reason: z.string() })),
});

export async function* scan(asked: Asked): Answer {
  const { turn, request } = asked;
  const selection = turn.attachments.find((attachment) => attachment.kind === 'selection');
  const files = turn.attachments.flatMap((attachment) =>
    attachment.kind === 'file' ? [attachment.path] : [],
  );
  const path = request.filter.path;
  switch (request.scan) {
    case 'changes':
      yield* scanChanges(asked);
      return;
    case 'selection':
    case 'file':
      if (path !== undefined) yield* scanned(asked, 'scan_files', { paths: [path] }, asText(path));
      else if (request.scan === 'selection' && selection) {
        const { path: file, text, startLine } = selection;
        yield* scanned(
          asked,
          'scan_code',
          { path: file, text, startLine },
          `the selection of ${asText(file)}`,
        );
      } else if (files.length > 0 || selection) {
        const paths = files.length > 0 ? files : [selection?.path ?? ''];
        yield* scanned(asked, 'scan_files', { paths }, listed(paths.map(asText), 'and'));
      } else yield say(`Which ${request.scan}? Add it to the message, or name the path: *scan src/app.ts*.`);
      return;
    default: {
      const made = await call(asked, 'scan_repository', request.deep ? { depth: 'deep' } : {}, anything);
      if (!('reason' in made)) yield say(made.call.result?.text ?? 'The scan is done.');
      else yield say(made.waits ? 'The scan begins once you agree.' : prose(made.reason));
    }
  }
}

/** What a change brings, and not what was there before. It is kept apart from the repository's issues. */
async function* scanChanges(asked: Asked): Answer {
  const { since = 'commit' } = asked.request;
  const what = since === 'branch' ? 'what this branch changed' : 'what is not committed';
  yield say(`Scanning ${what}.\n\n`);
  const read = await call(asked, 'scan_changes', { since }, Scanned);
  if ('reason' in read) {
    // A service elsewhere has no working tree to look at; the editor has.
    const isBlind = read.reason.includes('does not see what is changed');
    const instead =
      ' *Parapet: Scan Changes…* in the editor scans the working tree, what is staged, or a branch, and asks before anything is sent.';
    yield say(`${prose(read.reason)}${isBlind ? instead : ''}`);
    return;
  }
  const { totalCount, leftOut } = read.data;
  yield say(totalCount === 0 ? `**No issue in ${what}.**` : foundIn(read.data, what));
  if (leftOut.length > 0) {
    const lines = leftOut.slice(0, 10).map(({ file, reason }) => `- ${asText(file)}: ${prose(reason, 200)}`);
    yield say(`\n\nLeft out:\n\n${lines.join('\n')}`);
  }
  if (since === 'commit') yield say('\n\n*Scan my branch* looks at what was committed on it too.');
}

async function* scanned(asked: Asked, tool: string, input: unknown, what: string): Answer {
  yield say(`Scanning ${what}.\n\n`);
  const read = await call(asked, tool, input, Scanned);
  if ('reason' in read) {
    yield say(prose(read.reason));
    return;
  }
  yield say(
    read.data.totalCount === 0
      ? `No issue found in ${what}. A scan of one part does not see flows that go through other files.`
      : foundIn(read.data, what),
  );
}

function foundIn({ issues, totalCount }: z.output<typeof Scanned>, what: string): string {
  const lines = issues
    .slice(0, 20)
    .map(
      ({ title, severity, file, line, confidence, description }) =>
        `- **${titled(severity)}** ${words(title, 120)} in ${fileLink(file, line)} (${confidence} % sure): ${prose(description, 300)}`,
    );
  const more = totalCount > lines.length ? `${totalCount - lines.length} more are not shown. ` : '';
  return `**${counted(totalCount, 'issue')}** in ${what}, worst first:\n\n${lines.join('\n')}\n\n${more}These are of this scan alone; they are not kept with the repository.`;
}
