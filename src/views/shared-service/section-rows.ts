import * as l10n from '@vscode/l10n';
import type { IssueListItem } from '../../api/contract/issue.ts';
import type { ScannerSettings } from '../../api/contract/repositories/scanner-settings.ts';
import type { Scan } from '../../api/contract/scans/scans.ts';
import type { ScanSchedule } from '../../api/contract/scans/schedules.ts';
import { isFinished, type SessionFolder } from '../scan-activity.ts';
import {
  type BroughtNode,
  type FactNode,
  lacking,
  type Permissions,
  type Restricted,
  type ScanNode,
  type ScheduleNode,
  type Section,
  type ServiceNode,
  type SettingNode,
} from './nodes.ts';
import { lacksText } from './permission-text.ts';
import { type SettingName, settingNames } from './setting-text.ts';

/** The rows of a section, of what the service answered. */

/** Scans that run, and the latest of each branch. @param scans newest first */
export function scanRows(folder: SessionFolder, scans: readonly Scan[], held: Permissions): ServiceNode[] {
  const restricted = lacking(held, 'REPOSITORY_SCAN');
  const seen = new Set<string | null>();
  const shown = scans.filter(({ branch, status }) => {
    const isLatest = !seen.has(branch) && isFinished(status);
    if (isLatest) seen.add(branch);
    return isLatest || !isFinished(status);
  });
  const rows = shown.map((scan) => scanRow(folder, scan, restricted));
  return rows.length > 0
    ? rows
    : [
        offering(restricted, empty(folder, 'scans', l10n.t('No branch was scanned yet')), {
          description: l10n.t('scan this workspace'),
          icon: 'play',
          command: 'parapet.scanWorkspace',
        }),
      ];
}

/** What is checked out in a folder. */
export interface Head {
  readonly branch: string;
  readonly commit: string | undefined;
}

/** The latest scan of each pull request; that of the branch that is checked out comes first. */
export function pullRequestRows(
  folder: SessionFolder,
  scans: readonly Scan[],
  held: Permissions,
  head: Head | undefined,
): ServiceNode[] {
  const restricted = lacking(held, 'REPOSITORY_SCAN');
  const isOfHead = ({ pullRequest, commitSha }: Scan): boolean =>
    head !== undefined &&
    (pullRequest?.headRef === `refs/heads/${head.branch}` ||
      (commitSha !== null && commitSha === head.commit));
  const rows = scans.map((scan) => ({
    ...scanRow(folder, scan, restricted),
    ...(isOfHead(scan) && { isOfThisBranch: true }),
  }));
  rows.sort((a, b) => Number('isOfThisBranch' in b) - Number('isOfThisBranch' in a));
  return rows.length > 0
    ? rows
    : [
        offering(restricted, empty(folder, 'pullRequests', l10n.t('No pull request was scanned yet')), {
          description: l10n.t('scan the one of this branch'),
          icon: 'play',
          command: 'parapet.scanPullRequest',
          args: [{ kind: 'section', id: `${folder.uri} pullRequests`, section: 'pullRequests', folder }],
        }),
      ];
}

/** What a pull request brings. */
export function broughtRows({ id, folder }: ScanNode, issues: readonly IssueListItem[]): ServiceNode[] {
  const rows = issues.map(
    (issue): BroughtNode => ({ kind: 'brought', id: `${id} ${issue.id}`, folder, issue }),
  );
  return rows.length > 0
    ? rows
    : [{ kind: 'fact', id: `${id} none`, icon: 'pass', label: l10n.t('It brings no issue') }];
}

export function scheduleRows(
  folder: SessionFolder,
  schedules: readonly ScanSchedule[],
  held: Permissions,
): ServiceNode[] {
  const restricted = lacking(held, 'REPOSITORY_SCAN');
  const rows = schedules.map(
    (schedule): ScheduleNode => ({ kind: 'schedule', id: schedule.id, folder, schedule, ...restricted }),
  );
  return rows.length > 0
    ? rows
    : [
        offering(restricted, empty(folder, 'schedules', l10n.t('No scans are scheduled')), {
          description: l10n.t('add a schedule'),
          icon: 'add',
          command: 'parapet.addSchedule',
          args: [{ kind: 'section', id: `${folder.uri} schedules`, section: 'schedules', folder }],
        }),
      ];
}

export function settingRows(
  folder: SessionFolder,
  settings: ScannerSettings,
  held: Permissions,
): SettingNode[] {
  const restricted = lacking(held, 'REPOSITORY_MANAGE');
  const { effective, origins } = settings;
  // Where no value of these holds, the answer has null, which is read as absent; the origin is there all the same.
  const mayBeUnset: readonly SettingName[] = ['threatModels', 'licensePolicy'];
  const isThere = (name: SettingName) =>
    effective[name] !== undefined || (mayBeUnset.includes(name) && origins?.[name] !== undefined);
  return settingNames.filter(isThere).map((name) => ({
    ...{ kind: 'setting', id: `${folder.uri} setting ${name}`, folder, name, settings },
    ...restricted,
  }));
}

/** A section that the service does not have. */
export function withoutRow(folder: SessionFolder, section: Section): FactNode {
  return empty(folder, section, l10n.t('This service does not offer it'));
}

function scanRow(folder: SessionFolder, scan: Scan, restricted: Restricted): ScanNode {
  return { kind: 'scan', id: scan.id, folder, scan, ...restricted };
}

/** A row with a next step, for who may take it; the others are told what that takes. */
function offering({ lacks }: Restricted, row: FactNode, step: Partial<FactNode>): FactNode {
  return lacks === undefined ? { ...row, ...step } : { ...row, tooltip: lacksText(lacks) };
}

function empty(folder: SessionFolder, section: Section, label: string): FactNode {
  return { kind: 'fact', id: `${folder.uri} ${section} none`, icon: 'info', label };
}
