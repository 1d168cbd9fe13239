import * as l10n from '@vscode/l10n';
import type { Failure, FailureText } from '../../../connection/failure.ts';
import type { Activity, PastScan, RunningScan } from '../../scan-activity.ts';
import type { Session } from '../../session.ts';

/** A line of the issues tree that is no issue: how the last scan ended, and what can be done about it. */
export interface NoticeNode {
  readonly kind: 'notice';
  readonly id: string;
  /** A codicon's name. */
  readonly icon: string;
  /** A theme colour's name. */
  readonly color?: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly command?: string;
  readonly args?: readonly unknown[];
  /** What its menu goes by. */
  readonly context?: string;
}

type Known = Pick<Session, 'activity' | 'latest'>;

export interface Counts {
  /** Groups in the tree. */
  readonly listed: number;
  /** Open issues that the filter leaves out. */
  readonly filtered: number;
  /** Open issues below the lowest severity shown. */
  readonly belowMinimum: number;
  /** Open issues of categories that are not shown. */
  readonly ofOtherCategories: number;
  /** Open issues outside of the product, where these are not shown. */
  readonly outside: number;
}

/** A folder that is not among those shown. */
interface LeftOut {
  readonly folder: { readonly name: string; readonly uri: { toString(): string } };
  readonly failure: Failure;
}

/** One line for each folder that the service does not know, or not in its organization; the others are shown. */
export function leftOutNotices({ activity }: Known, leftOut: readonly LeftOut[]): NoticeNode[] {
  if (activity.kind !== 'settled' && activity.kind !== 'scanning') return [];
  return leftOut.map(({ folder, failure }) => {
    const { what, actions: [action] = [] } = failure.text;
    return {
      kind: 'notice',
      id: `folder.${folder.uri}`,
      icon: 'warning',
      label: l10n.t('{0} is left out', folder.name),
      description: what,
      tooltip: failure.sentence,
      ...(action && { command: action.command, args: action.args ?? [] }),
    };
  });
}

/** The notices above the groups. */
export function noticesOf(session: Known, counts: Counts): NoticeNode[] {
  const { listed, filtered, belowMinimum, ofOtherCategories, outside } = counts;
  const { activity, latest } = session;
  if (activity.kind === 'failed') return failureNotices(activity.failure, activity.isOfLoading ?? false);
  if (activity.kind !== 'settled') return [];
  const notices: NoticeNode[] = [];
  const cancelled = latest.find(({ scan }) => scan.status === 'CANCELLED');
  if (cancelled) {
    notices.push({
      kind: 'notice',
      id: 'cancelled',
      icon: 'circle-slash',
      label: l10n.t('The last scan was cancelled'),
      description: l10n.t('issues found until then are kept'),
    });
  }
  if (latest.length === 0) {
    notices.push({
      kind: 'notice',
      id: 'scan',
      icon: 'play',
      label: l10n.t('Scan this workspace'),
      description: l10n.t('no scan has run here yet'),
      command: 'parapet.scanWorkspace',
    });
    return notices;
  }
  const hidden = filtered + belowMinimum + ofOtherCategories + outside;
  if (listed === 0 && hidden === 0 && !cancelled) notices.push(clean(latest));
  if (listed === 0 && filtered > 0) {
    notices.push({
      kind: 'notice',
      id: 'filtered',
      icon: 'clear-all',
      label: l10n.t('No issue matches the filter'),
      description: l10n.t('clear it'),
      command: 'parapet.clearFilter',
    });
  }
  if (belowMinimum > 0) {
    notices.push({
      kind: 'notice',
      id: 'hidden',
      icon: 'eye-closed',
      label: notShown(belowMinimum),
      description: l10n.t('below the lowest severity shown'),
      command: 'parapet.chooseMinimumSeverity',
    });
  }
  if (ofOtherCategories > 0) {
    notices.push({
      kind: 'notice',
      id: 'categories',
      icon: 'eye-closed',
      label: notShown(ofOtherCategories),
      description: l10n.t('of categories that are not shown'),
      command: 'parapet.chooseCategories',
    });
  }
  if (outside > 0) {
    notices.push({
      kind: 'notice',
      id: 'outside',
      icon: 'eye-closed',
      label: notShown(outside),
      description: l10n.t('not product code'),
      command: 'workbench.action.openSettings',
      args: ['parapet.issues.showNonProductCode'],
    });
  }
  const skipped = sum(latest, ({ filesSkipped, filesPartial }) => filesSkipped + filesPartial);
  if (listed === 0 && skipped > 0) {
    notices.push({
      kind: 'notice',
      id: 'skipped',
      icon: 'list-flat',
      label: skipped === 1 ? l10n.t('1 file was skipped') : l10n.t('{0} files were skipped', skipped),
      description: l10n.t('show why'),
      command: 'parapet.showSkipped',
    });
  }
  return notices;
}

function notShown(count: number): string {
  return count === 1 ? l10n.t('1 issue is not shown') : l10n.t('{0} issues are not shown', count);
}

function clean(latest: readonly PastScan[]): NoticeNode {
  const files = sum(latest, ({ filesAnalysed }) => filesAnalysed);
  return {
    kind: 'notice',
    id: 'clean',
    icon: 'pass',
    color: 'testing.iconPassed',
    label: l10n.t('No issues found'),
    description: files === 1 ? l10n.t('1 file analysed') : l10n.t('{0} files analysed', files),
  };
}

/** @param isOfLoading whether what failed was to be loaded; a scan is nothing that helps then */
function failureNotices({ actions = [], mayPass = true }: FailureText, isOfLoading: boolean): NoticeNode[] {
  return [
    ...actions.map(({ title, command, args }, index) => ({
      kind: 'notice' as const,
      id: `action.${index}`,
      icon: 'arrow-right',
      label: title,
      command,
      ...(args === undefined ? {} : { args }),
    })),
    ...(mayPass
      ? [
          {
            kind: 'notice' as const,
            id: 'retry',
            icon: 'refresh',
            label: isOfLoading ? l10n.t('Retry') : l10n.t('Scan again'),
            command: isOfLoading ? 'parapet.refresh' : 'parapet.scanWorkspace',
          },
        ]
      : []),
    { kind: 'notice', id: 'log', icon: 'output', label: l10n.t('Show log'), command: 'parapet.showLog' },
  ];
}

type Summary = NonNullable<PastScan['scan']['coverage']>;

function sum(scans: readonly PastScan[], count: (coverage: Summary) => number): number {
  return scans.reduce((total, { scan }) => total + (scan.coverage ? count(scan.coverage) : 0), 0);
}

/** What goes on, or went wrong, in a line above the tree; undefined when neither. */
export function activityText(activity: Activity): string | undefined {
  if (activity.kind === 'failed') {
    const { what, kept, advice } = activity.failure;
    return [what, kept, advice].filter((part) => part !== undefined).join(' ');
  }
  if (activity.kind === 'loading') return l10n.t('Loading the issues…');
  if (activity.kind !== 'scanning') return undefined;
  if (activity.runs.length === 0) return l10n.t('Starting the service…');
  return activity.runs.map((run) => runText(run, activity.runs.length > 1)).join(' · ');
}

const megabyte = 1_048_576;

function runText({ folder, progress, status }: RunningScan, several: boolean): string {
  const text = phaseText(status, progress);
  return several ? `${folder.name}: ${text}` : text;
}

export function phaseText(status: RunningScan['status'], progress: RunningScan['progress']): string {
  if (status === 'QUEUED') return l10n.t('Waiting to start…');
  if (!progress) return l10n.t('Starting the scan…');
  switch (progress.phase) {
    case 'fetching':
      return progress.fetch && progress.fetch.bytes >= megabyte
        ? l10n.t('Fetching the code: {0} MB', Math.round(progress.fetch.bytes / megabyte))
        : l10n.t('Fetching the code…');
    case 'listing':
      return progress.filesDone > 0
        ? l10n.t('Listing files: {0}', progress.filesDone)
        : l10n.t('Listing files…');
    case 'reading':
      return l10n.t('Reading: {0} of {1} files', progress.filesDone, progress.filesTotal);
    case 'solving':
      return l10n.t('Following data flows: {0} of {1}', progress.filesDone, progress.filesTotal);
    case 'saving':
      return l10n.t('Saving the results…');
  }
}
