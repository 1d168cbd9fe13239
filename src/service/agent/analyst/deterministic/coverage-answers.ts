import * as z from 'zod';
import { prose, words } from '../../../../agent/data.ts';
import { fileLink } from '../../../../agent/links.ts';
import { NotAnalysed } from '../../../../agent/tools/scan-coverage.ts';
import { ScanDepth, type SkipReason } from '../../../../api/contract/vocabulary.ts';
import { limitReasons } from '../../../../api/limit-reasons.ts';
import { type Answer, type Asked, call, say } from './asked.ts';
import { counted, listed } from './words.ts';

/** What the latest scan did not analyse, and what can be done about it. */

const Scanned = z.object({
  status: z.string(),
  depth: ScanDepth.optional(),
  finishedAt: z.string().nullable(),
  filesAnalysed: z.int().optional(),
  notAnalysed: NotAnalysed.optional(),
});

const shown = 10;

function reasonInWords(reason: SkipReason): string {
  switch (reason) {
    case 'too-large':
      return 'too large';
    case 'too-deep':
      return 'nested too deeply';
    case 'outside-root':
      return 'a link that leads out of the folder';
    case 'encoding':
      return 'unknown encoding';
    case 'unreadable':
      return 'not readable';
    case 'unsupported-language':
      return 'language not analysed';
    case 'ignored':
      return 'hidden by ignore rules';
    case 'invalid-model':
      return 'a model of the team that has mistakes';
    case 'invalid-rule':
      return 'a custom rule that has mistakes';
    case 'time-limit':
    case 'step-limit':
    case 'memory-limit':
      return `${reason.replace('-limit', '')} limit reached`;
    case 'call-depth':
      return 'calls nested too deeply';
    case 'internal-error':
      return 'a failure of the analysis';
    case 'syntax-errors':
      return 'syntax errors';
    case 'binary':
    case 'minified':
      return reason;
  }
}

export async function* coverage(asked: Asked): Answer {
  yield say('Looking at what the latest scan covered.\n\n');
  const read = await call(asked, 'get_scan', {}, Scanned);
  if ('reason' in read) {
    yield say(prose(read.reason));
    return;
  }
  const { status, depth, filesAnalysed = 0, notAnalysed, finishedAt } = read.data;
  if (!notAnalysed) {
    yield say(
      finishedAt === null
        ? 'The scan is still running; ask again when it has ended.'
        : `The latest scan is ${status.toLowerCase()}, and the service does not say what it covered. Say *scan* for a new one.`,
    );
    return;
  }
  const { filesPartial, filesSkipped, byReason, files, leftOut } = notAnalysed;
  yield say(
    [
      `The latest scan${depth === 'deep' ? ', a deeper one,' : ''} analysed ${counted(filesAnalysed, 'file')}.`,
      filesPartial + filesSkipped === 0
        ? '**No file was analysed in part or skipped.**'
        : `**In part: ${counted(filesPartial, 'file')}. Not analysed: ${counted(filesSkipped, 'file')}.**`,
      '',
      '',
    ].join('\n'),
  );
  if (byReason.length > 0) {
    const reasons = byReason.map(({ reason, files: number }) => `${reasonInWords(reason)} (${number})`);
    yield say(`Reasons: ${listed(reasons, 'and')}.\n\n`);
  }
  const lines = files.slice(0, shown).map(({ file, reason, detail, partial }) => {
    const where = file === '.' ? 'The whole folder' : fileLink(file, undefined, { whole: true });
    return `- ${where}: ${partial ? 'in part, ' : ''}${reasonInWords(reason)}. ${prose(detail, 300)}`;
  });
  if (lines.length > 0) yield say(`${lines.join('\n')}\n`);
  const rest = filesPartial + filesSkipped - lines.length;
  if (lines.length > 0 && rest > 0)
    yield say(`\n… and ${counted(rest, 'more', 'more')}. The Scans view lists them.\n`);
  const purposely = Object.entries(leftOut).map(([reason, number]) => `${words(reason, 100)} (${number})`);
  if (purposely.length > 0)
    yield say(
      `\nLeft out on purpose, as files and as folders that were not entered: ${listed(purposely, 'and')}.\n`,
    );
  if (depth !== 'deep' && byReason.some(({ reason }) => limitReasons.has(reason)))
    yield say('\n*Scan deeper* scans again with larger limits.');
}
