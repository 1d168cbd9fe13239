/** A finished scan as text: a table for people, JSON for programs, SARIF for code-scanning services. */
import Table from 'cli-table3';
import { allFlows, messageOf } from '../engine/causes.ts';
import { type Finding, type Severity, severityOf } from '../engine/finding.ts';
import { defaultThreatModels } from '../engine/threat-models.ts';
import { hiddenText } from '../service/analysis/files/hidden-files.ts';
import { type Incomplete, isGivenUp, isIncomplete } from '../service/analysis/incomplete.ts';
import type { ScanSummary } from '../service/analysis/index.ts';
import { toSarif, withImpact, worstFirst } from '../service/reports/sarif.ts';
import { matchedText } from './matched-text.ts';
import { harmless, type Paint, plain, severityStyle, shorten } from './terminal.ts';

export type Format = 'table' | 'json' | 'sarif';
export const formats: readonly Format[] = ['table', 'json', 'sarif'];

export interface FinishedScan {
  readonly findings: readonly Finding[];
  readonly summary: ScanSummary;
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly version: string;
}

export interface Layout {
  readonly paint: Paint;
  /** Columns of the terminal; undefined when the text goes to a file or a program, which can take any width. */
  readonly width: number | undefined;
}

export function render(
  scan: FinishedScan,
  format: Format,
  layout: Layout = { paint: plain, width: undefined },
): string {
  switch (format) {
    case 'table':
      return table(scan, layout);
    case 'json':
      return `${JSON.stringify(json(scan), undefined, 2)}\n`;
    case 'sarif': {
      const { findings, summary, version, startedAt, endedAt } = scan;
      const { root, skips, hidden, models, threatModels, git = {} } = summary;
      const log = toSarif({
        findings,
        skips,
        hidden,
        models,
        threatModels,
        root,
        toolVersion: version,
        startedAt,
        endedAt,
        ...git,
      });
      return `${JSON.stringify(log, undefined, 2)}\n`;
    }
  }
}

/** Documented in docs/cli.md: programs read it. */
function json({ findings, summary, startedAt, endedAt, version }: FinishedScan): unknown {
  const { git, durationMs, findings: _, incomplete, ...coverage } = summary;
  return {
    tool: { name: 'parapet', version },
    scan: {
      complete: !isIncomplete(incomplete),
      incomplete,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
      durationMs: Math.round(durationMs),
      commit: git?.commit ?? null,
      branch: git?.branch ?? null,
      ...coverage,
    },
    findings: findings
      .toSorted(worstFirst)
      .map((finding) => ({ severity: severityOf(finding.score), ...written(finding) })),
  };
}

/** A finding without what is the engine's own, with the ways to its other sinks. */
function written(finding: Finding): object {
  const { others = [], source, secret: _secret, ...own } = withImpact(finding);
  const { cause: _, ...known } = source ?? {};
  return {
    ...own,
    message: messageOf(finding),
    codeFlows: allFlows(finding),
    ...(source && { source: known }),
    ...(others.length > 0 && {
      otherSinks: others.map(({ file, range, snippet, fingerprint }) => ({
        file,
        range,
        snippet,
        fingerprint,
      })),
    }),
  };
}

const noBorders = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
} as const;

const columnGaps = 3 * 2;
const leastFlow = 50;
const longestFlow = 160;
const flowIndent = ' '.repeat(10);

function table({ findings, summary }: FinishedScan, { paint, width }: Layout): string {
  const sorted = findings.toSorted(worstFirst);
  const product = listing(
    sorted.filter(({ role }) => !role),
    { paint, width },
  );
  const outside = listing(
    sorted.filter(({ role }) => role),
    { paint, width },
  );
  const apart = outside === '' ? '' : `${paint('bold', 'Not product code')}\n${outside}`;
  return `${warning(summary, paint)}${product}${apart}${closing(findings, summary, paint)}\n`;
}

function listing(findings: readonly Finding[], { paint, width }: Layout): string {
  const rows = findings.map((finding) => ({
    severity: severityOf(finding.score),
    title: harmless(finding.title),
    place: harmless(`${finding.file}:${finding.range.startLine}:${finding.range.startColumn}`),
    flow: flowLine(finding),
  }));
  if (rows.length === 0) return '';
  const longest = (pick: (row: (typeof rows)[number]) => string): number =>
    Math.max(8, ...rows.map((row) => pick(row).length));
  // Nothing but the flow is ever cut. Where little room is left for it, it takes a line of its own.
  const room =
    width === undefined
      ? Number.POSITIVE_INFINITY
      : width - 8 - longest((row) => row.title) - longest((row) => row.place) - columnGaps;
  const beside = room >= leastFlow;
  const heads = ['Severity', 'Issue', 'Place', ...(beside ? ['Flow'] : [])];
  const columns = new Table({
    head: heads.map((title) => paint('bold', title)),
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const { severity, title, place, flow } of rows) {
    const cells = [paint(severityStyle[severity], severity), title, place];
    columns.push(beside ? [...cells, paint('dim', shorten(flow, Math.min(room, longestFlow)))] : cells);
  }
  const lines = columns
    .toString()
    .split('\n')
    .filter((line) => line.trim() !== '');
  const below = (width ?? 0) - flowIndent.length;
  const shown = beside
    ? lines
    : lines.flatMap((line, i) => {
        const flow = rows[i - 1]?.flow;
        return flow ? [line, flowIndent + paint('dim', shorten(flow, below))] : [line];
      });
  return `${shown.map((line) => line.trimEnd()).join('\n')}\n\n`;
}

/** What was given up, `2 files, 14 functions: step-limit 3`. */
export function incompleteText({ files, functions, reasons }: Incomplete): string {
  const counts = [
    ...(files > 0 ? [`${files} ${files === 1 ? 'file' : 'files'}`] : []),
    ...(functions > 0 ? [`${functions} ${functions === 1 ? 'function' : 'functions'}`] : []),
  ];
  const why = Object.entries(reasons).map(([reason, count]) => `${reason} ${count}`);
  return [counts.join(', '), why.join(', ')].filter((part) => part !== '').join(': ');
}

/** Stands above the issues: that a list is short says nothing where the analysis is incomplete. */
function warning({ incomplete, skips }: ScanSummary, paint: Paint): string {
  if (!isIncomplete(incomplete)) return '';
  const givenUp = skips.filter(isGivenUp);
  const lines = givenUp
    .slice(0, shownSkips)
    .map(({ file, detail }) => `  ${file === '.' ? '' : `${harmless(file)}: `}${harmless(detail)}`);
  if (givenUp.length > shownSkips) lines.push('  … the rest with --format json');
  const head = paint(severityStyle.MEDIUM, `Incomplete analysis (${incompleteText(incomplete)})`);
  return `${[`${head}. Issues may be missing:`, ...lines].join('\n')}\n\n`;
}

/** Where the data comes from and where it ends, in one line. */
function flowLine({ codeFlows, snippet, file, source, role, others = [] }: Finding): string {
  const also = [...new Set(others.map(({ range }) => `:${range.startLine}`))];
  const more = also.length > 0 ? ` (also ${also.slice(0, 5).join(', ')}${also.length > 5 ? ', …' : ''})` : '';
  const outside = role ? `[${role.role}] ` : '';
  const model = source && source.threatModel !== 'remote' ? `[${source.threatModel}] ` : '';
  const steps = codeFlows[0]?.steps ?? [];
  const first = steps[0];
  const last = steps.at(-1);
  const oneLine = first?.file === last?.file && first?.range.startLine === last?.range.startLine;
  if (!first || !last || oneLine) return harmless(outside + model + snippet.replace(/\s+/g, ' ') + more);
  const between = steps.length > 2 ? ` → ${steps.length - 2} more` : '';
  const place = (step: typeof first): string =>
    step.file === file ? `:${step.range.startLine}` : `${step.file}:${step.range.startLine}`;
  const code = (step: typeof first): string => shorten(step.snippet.replace(/\s+/g, ' '), 48);
  return harmless(
    `${outside}${model}${place(first)} ${code(first)}${between} → ${place(last)} ${code(last)}${more}`,
  );
}

function closing(findings: readonly Finding[], summary: ScanSummary, paint: Paint): string {
  const bySeverity = new Map<Severity, number>();
  for (const finding of findings) {
    const severity = severityOf(finding.score);
    bySeverity.set(severity, (bySeverity.get(severity) ?? 0) + 1);
  }
  const counts = (['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'INFO'] as const)
    .filter((severity) => bySeverity.has(severity))
    .map((severity) =>
      paint(severityStyle[severity], `${bySeverity.get(severity)} ${severity.toLowerCase()}`),
    );
  const outside = findings.filter(({ role }) => role).length;
  const found =
    findings.length === 0
      ? 'No issues found'
      : `${findings.length} ${findings.length === 1 ? 'issue' : 'issues'} (${[...counts, ...(outside > 0 ? [`${outside} not in product code`] : [])].join(', ')})`;
  const { filesAnalysed, filesSkipped, filesPartial, durationMs } = summary;
  const scanned = `${filesAnalysed} ${filesAnalysed === 1 ? 'file' : 'files'} analysed in ${(durationMs / 1000).toFixed(1)} s`;
  return [`${paint('bold', found)} in ${scanned}.`, ...leftOut(summary, filesSkipped, filesPartial)].join(
    '\n',
  );
}

const shownSkips = 5;

function leftOut(
  { skips, excluded, hidden, models, threatModels, advisories }: ScanSummary,
  skipped: number,
  partial: number,
): string[] {
  const lines: string[] = [];
  const told = skips.filter((skip) => !isGivenUp(skip));
  const ofFiles = told.filter((skip) => skip.file !== '.');
  if (ofFiles.length > 0) {
    lines.push(`${skipped} left out, ${partial} analysed in part:`);
    for (const { file, detail } of ofFiles.slice(0, shownSkips))
      lines.push(`  ${harmless(file)}: ${harmless(detail)}`);
    if (ofFiles.length > shownSkips) lines.push('  … the rest with --format json');
  }
  for (const { file, detail } of told) if (file === '.') lines.push(harmless(detail));
  const isUsual = threatModels.toSorted().join() === defaultThreatModels.toSorted().join();
  if (!isUsual) lines.push(`Threat models: ${threatModels.join(', ') || 'none'}.`);
  if (models.length > 0)
    lines.push(
      harmless(
        `Models: ${models.map(({ library, rows }) => `${library} (${rows} ${rows === 1 ? 'row' : 'rows'})`).join(', ')}.`,
      ),
    );
  if (advisories.length > 0) lines.push(harmless(matchedText(advisories)));
  if (hidden.length > 0) lines.push(harmless(`Hidden by ignore rules: ${hiddenText(hidden)}.`));
  const counts = Object.entries(excluded).map(([reason, count]) => `${count} ${reason}`);
  if (counts.length > 0) lines.push(`Excluded files and folders: ${counts.join(', ')}.`);
  return lines;
}
