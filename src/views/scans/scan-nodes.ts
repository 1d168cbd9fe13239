import * as l10n from '@vscode/l10n';
import type { Coverage, Skip } from '../../api/contract/scans/coverage.ts';
import type { Scan, ScanDetail } from '../../api/contract/scans/scans.ts';
import type { ScanStatus, SkipReason } from '../../api/contract/vocabulary.ts';
import { threatModels } from '../../api/threat-models.ts';
import { compareText } from '../issues/ranking.ts';
import { threatText } from '../issues/threat-text.ts';
import { phaseText } from '../issues/tree/notices.ts';
import type { PastScan, RunningScan } from '../scan-activity.ts';
import { advisoryFacts } from './advisory-facts.ts';
import { settingsFacts } from './settings-facts.ts';

export interface ScanNode {
  readonly kind: 'scan';
  readonly id: string;
  past: PastScan;
}

/** A line of a scan's coverage, perhaps with more beneath. */
export interface FactNode {
  readonly kind: 'fact';
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  /** A file to open, relative to the scan's folder. */
  readonly file?: string;
  readonly folder: string;
  readonly children: readonly FactNode[];
}

/** In the contract, the file of a skip that is not about a file. */
const wholeScan = '.';

/** What a scan covered: what was analysed, and all that was skipped, by reason. */
export function coverageNodes({ folder, scan }: PastScan, detail: ScanDetail): FactNode[] {
  const base = { kind: 'fact', folder: folder.uri, children: [] } as const;
  const nodes: FactNode[] = [];
  if (scan.errorMessage !== undefined) {
    nodes.push({
      ...base,
      id: `${scan.id}/error`,
      icon: 'error',
      label: scan.errorMessage,
      tooltip: scan.errorMessage,
    });
  }
  nodes.push(...coverageFacts(scan.id, folder.uri, detail.coverage));
  nodes.push(...hiddenFacts(scan.id, folder.uri, detail.coverage?.hidden ?? []));
  nodes.push(...threatFacts(scan.id, folder.uri, detail.coverage?.threatModels));
  nodes.push(...advisoryFacts(scan.id, folder.uri, detail.coverage?.advisories ?? []));
  nodes.push(...modelFacts(scan.id, folder.uri, detail.coverage?.models ?? []));
  nodes.push(...settingsFacts(scan.id, folder.uri, detail.coverage));
  nodes.push(...excludedFacts(scan.id, folder.uri, detail.coverage?.excluded ?? {}));
  return nodes;
}

/** @param id of the scan, which the ids of the nodes begin with; @param folder URI of the folder of its files */
export function coverageFacts(id: string, folder: string, coverage: Coverage | undefined): FactNode[] {
  if (!coverage) return [];
  const base = { kind: 'fact', folder, children: [] } as const;
  const nodes: FactNode[] = [];
  nodes.push({
    ...base,
    id: `${id}/analysed`,
    icon: 'checklist',
    label: filesText(coverage.filesAnalysed),
    description: megabytes(coverage.bytesAnalysed),
    children: Object.entries(coverage.filesByLanguage)
      .sort(([a, x], [b, y]) => y - x || compareText(a, b))
      .map(([language, count]) => ({
        ...base,
        id: `${id}/language/${language}`,
        icon: 'symbol-file',
        label: language,
        description: String(count),
      })),
  });
  const byReason = new Map<SkipReason, Skip[]>();
  for (const skip of coverage.skips) {
    const skips = byReason.get(skip.reason);
    if (skips) skips.push(skip);
    else byReason.set(skip.reason, [skip]);
  }
  const isWarning = (reason: SkipReason, skips: readonly Skip[]): boolean =>
    reason === 'ignored' && skips.some(({ partial }) => !partial);
  const order = ([reason, skips]: readonly [SkipReason, readonly Skip[]]): number =>
    isWarning(reason, skips) ? Number.POSITIVE_INFINITY : skips.length;
  for (const [reason, skips] of [...byReason].sort((a, b) => order(b) - order(a))) {
    const node = skipNode(id, folder, reason, skips);
    nodes.push(isWarning(reason, skips) ? { ...node, icon: 'warning' } : node);
  }
  if (coverage.skipsTruncated) {
    const all = coverage.filesSkipped + coverage.filesPartial;
    nodes.push({
      ...base,
      id: `${id}/truncated`,
      icon: 'ellipsis',
      label: l10n.t('{0} of {1} files are listed', coverage.skips.length, all),
    });
  }
  return nodes;
}

function skipNode(id: string, folder: string, reason: SkipReason, skips: readonly Skip[]): FactNode {
  return {
    kind: 'fact',
    id: `${id}/skip/${reason}`,
    icon: 'debug-step-over',
    label: skipReasonText(reason),
    description: skipCount(skips),
    folder,
    children: skips.map((skip, index) => {
      const base = { kind: 'fact', id: `${id}/skip/${reason}/${index}`, folder, children: [] } as const;
      if (skip.file === wholeScan)
        return {
          ...base,
          icon: 'folder',
          label: l10n.t('Whole folder'),
          description: skip.detail,
          tooltip: skip.detail,
        };
      return {
        ...base,
        icon: 'file',
        label: skip.file,
        description: skip.partial ? l10n.t('analysed in part: {0}', skip.detail) : skip.detail,
        tooltip: skip.detail,
        file: skip.file,
      };
    }),
  };
}

function skipCount(skips: readonly Skip[]): string {
  const partial = skips.filter((skip) => skip.partial).length;
  return partial === 0 ? String(skips.length) : l10n.t('{0}, {1} of them in part', skips.length, partial);
}

/** The threat models that were switched on, and those that were not. */
function threatFacts(id: string, folder: string, on: Coverage['threatModels']): FactNode[] {
  if (on === undefined) return [];
  const base = { kind: 'fact', folder, children: [] } as const;
  return [
    {
      ...base,
      id: `${id}/threats`,
      icon: 'shield',
      label: l10n.t('Threat models'),
      description: on.join(', '),
      tooltip: l10n.t(
        'Whose data counts for every weakness. Data of the others counts only where it runs code or makes objects.',
      ),
      children: threatModels.map((model) => ({
        ...base,
        id: `${id}/threats/${model}`,
        icon: on.includes(model) ? 'check' : 'circle-slash',
        label: model,
        description: threatText(model),
      })),
    },
  ];
}

/** The team's own models that held, each of which can be opened. */
function modelFacts(id: string, folder: string, models: NonNullable<Coverage['models']>): FactNode[] {
  if (models.length === 0) return [];
  const base = { kind: 'fact', folder, children: [] } as const;
  return [
    {
      ...base,
      id: `${id}/models`,
      icon: 'library',
      label: l10n.t('Models of your team'),
      description: String(models.length),
      tooltip: l10n.t('Model files that add sources, sinks and sanitizers to this scan.'),
      children: models.map(({ file, library, rows }) => ({
        ...base,
        id: `${id}/models/${file}`,
        icon: 'file',
        label: library,
        description: rows === 1 ? l10n.t('1 row') : l10n.t('{0} rows', rows),
        tooltip: file,
        ...(!isElsewhere(file) && { file }),
      })),
    },
  ];
}

/** Whether a path leads out of the scanned folder. */
const isElsewhere = (file: string): boolean => /^(?:[~/]|\w:|\.\.\/)/.test(file);

/** Files that ignore rules hide, by the file that has the rule, which can be opened; empty when that is none. */
function hiddenFacts(id: string, folder: string, hidden: NonNullable<Coverage['hidden']>): FactNode[] {
  if (hidden.length === 0) return [];
  const all = hidden.reduce((sum, { files }) => sum + files, 0);
  const base = { kind: 'fact', folder, children: [] } as const;
  const countText = (count: number, atLeast: boolean | undefined) =>
    atLeast ? l10n.t('at least {0}', count) : String(count);
  return [
    {
      ...base,
      id: `${id}/hidden`,
      icon: 'eye-closed',
      label: l10n.t('Hidden by ignore rules'),
      description: countText(
        all,
        hidden.some(({ atLeast }) => atLeast),
      ),
      tooltip: l10n.t('Files that were not analysed because an ignore rule of git or of Parapet names them.'),
      children: hidden.map(({ ruleFile, files, atLeast }) => ({
        ...base,
        id: `${id}/hidden/${ruleFile}`,
        icon: 'file',
        label: ruleFile,
        description: countText(files, atLeast),
        // The user's own list is no file of the folder.
        ...(!isElsewhere(ruleFile) && { file: ruleFile }),
      })),
    },
  ];
}

/** What was left out on purpose, before anything was read; empty when that is nothing. */
export function excludedFacts(
  id: string,
  folder: string,
  excluded: Readonly<Record<string, number>>,
): FactNode[] {
  const counts = Object.entries(excluded).filter(([, count]) => count > 0);
  if (counts.length === 0) return [];
  const node: FactNode = {
    kind: 'fact',
    id: `${id}/excluded`,
    icon: 'exclude',
    label: l10n.t('Left out on purpose'),
    tooltip: l10n.t(
      'Files, and folders that were not entered. A .parapetignore file changes what is left out.',
    ),
    folder,
    children: counts
      .sort(([a, x], [b, y]) => y - x || compareText(a, b))
      .map(([reason, count]) => ({
        kind: 'fact',
        id: `${id}/excluded/${reason}`,
        icon: 'circle-slash',
        label: exclusionText(reason),
        description: String(count),
        folder,
        children: [],
      })),
  };
  return [node];
}

/** A service may have reasons of its own; they are shown as it names them. */
function exclusionText(reason: string): string {
  switch (reason) {
    case 'dependencies':
      return l10n.t('Dependencies');
    case 'build-output':
      return l10n.t('Built output');
    case 'tooling':
      return l10n.t('Tool folders');
    case 'minified':
      return l10n.t('Minified');
    case 'media':
      return l10n.t('Media');
    case 'ignored':
      return l10n.t('Ignored');
    case 'link':
      return l10n.t('Links');
    case 'settings':
      return l10n.t('Scanner settings');
    case 'special':
      return l10n.t('Pipes, sockets and devices');
    default:
      return reason;
  }
}

export function skipReasonText(reason: SkipReason): string {
  switch (reason) {
    case 'binary':
      return l10n.t('Binary');
    case 'too-large':
      return l10n.t('Too large');
    case 'minified':
      return l10n.t('Minified');
    case 'unreadable':
      return l10n.t('Not readable');
    case 'outside-root':
      return l10n.t('Outside of the folder');
    case 'encoding':
      return l10n.t('Unknown encoding');
    case 'too-deep':
      return l10n.t('Nested too deeply');
    case 'syntax-errors':
      return l10n.t('Syntax errors');
    case 'time-limit':
      return l10n.t('Time limit reached');
    case 'step-limit':
      return l10n.t('Step limit reached');
    case 'memory-limit':
      return l10n.t('Memory limit reached');
    case 'call-depth':
      return l10n.t('Calls nested too deeply');
    case 'internal-error':
      return l10n.t('Failed because of a bug in Parapet');
    case 'unsupported-language':
      return l10n.t('Language not supported');
    case 'ignored':
      return l10n.t('Hidden by ignore rules');
    case 'invalid-model':
      return l10n.t('Mistakes in models');
    case 'invalid-rule':
      return l10n.t('Mistakes in custom rules');
  }
}

export function scanLabel({ folder, scan }: PastScan, severalFolders: boolean): string {
  const branch = scan.branch ?? l10n.t('no branch');
  return severalFolders ? `${folder.name}, ${branch}` : branch;
}

/** @param now milliseconds since the epoch */
export function scanDescription({ scan }: PastScan, run: RunningScan | undefined, now: number): string {
  if (run) return phaseText(run.status, run.progress);
  const parts = [
    statusText(scan.status),
    agoText(Date.parse(scan.finishedAt ?? scan.createdAt), now),
    issuesText(scan),
    ...(scan.depth === 'deep' ? [l10n.t('deeper scan')] : []),
  ];
  if (scan.coverage) {
    const { filesAnalysed } = scan.coverage;
    parts.push(filesAnalysed === 1 ? l10n.t('1 file') : l10n.t('{0} files', filesAnalysed));
    const { filesPartial, filesSkipped } = scan.coverage;
    if (filesPartial > 0) parts.push(l10n.t('{0} in part', filesPartial));
    if (filesSkipped > 0) parts.push(l10n.t('{0} not analysed', filesSkipped));
  }
  return parts.filter((part) => part !== '').join(' · ');
}

function statusText(status: ScanStatus): string {
  switch (status) {
    case 'COMPLETED':
      return '';
    case 'FAILED':
      return l10n.t('failed');
    case 'CANCELLED':
      return l10n.t('cancelled');
    case 'QUEUED':
    case 'INDEXING':
    case 'RUNNING':
      return l10n.t('running');
  }
}

function issuesText({ issueCounts }: Scan): string {
  const count = Object.values(issueCounts).reduce((sum, one) => sum + one, 0);
  return count === 1 ? l10n.t('1 issue') : l10n.t('{0} issues', count);
}

function filesText(count: number): string {
  return count === 1 ? l10n.t('1 file analysed') : l10n.t('{0} files analysed', count);
}

export function megabytes(bytes: number): string {
  return bytes < 1_000_000
    ? l10n.t('{0} kB', Math.ceil(bytes / 1000))
    : l10n.t('{0} MB', (bytes / 1_000_000).toFixed(1));
}

/** How long ago, in the largest unit that says enough. */
export function agoText(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return l10n.t('just now');
  if (minutes < 60) return l10n.t('{0} min ago', minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return l10n.t('{0} h ago', hours);
  const days = Math.floor(hours / 24);
  return days === 1 ? l10n.t('yesterday') : l10n.t('{0} days ago', days);
}
