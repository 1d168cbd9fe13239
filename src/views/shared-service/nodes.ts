import type { IssueListItem } from '../../api/contract/issue.ts';
import type { RepositoryPermission } from '../../api/contract/organizations/permissions.ts';
import type { ScannerSettings } from '../../api/contract/repositories/scanner-settings.ts';
import type { Scan } from '../../api/contract/scans/scans.ts';
import type { ScanSchedule } from '../../api/contract/scans/schedules.ts';
import type { TeamAccess } from '../../connection/repository/access-api.ts';
import type { SessionFolder } from '../scan-activity.ts';
import type { SettingName } from './setting-text.ts';

/** The rows of the Service view. */
export type ServiceNode =
  | FolderNode
  | SectionNode
  | ScanNode
  | BroughtNode
  | ScheduleNode
  | SettingNode
  | TeamNode
  | FactNode;

/** A folder of the window, where there are several. */
export interface FolderNode {
  readonly kind: 'folder';
  readonly id: string;
  readonly folder: SessionFolder;
}

export const sections = ['scans', 'pullRequests', 'schedules', 'settings', 'access'] as const;
export type Section = (typeof sections)[number];

/** What actions of the view take. */
export type NeededPermission = 'REPOSITORY_SCAN' | 'REPOSITORY_MANAGE';

/** What a row's actions take. */
export interface Restricted {
  /** The permission that the person is missing; the row then has no such actions. */
  readonly lacks?: NeededPermission;
}

/** A part of what the service keeps about a repository; loaded when it is opened. */
export interface SectionNode extends Restricted {
  readonly kind: 'section';
  readonly id: string;
  readonly section: Section;
  readonly folder: SessionFolder;
}

export interface ScanNode extends Restricted {
  readonly kind: 'scan';
  readonly id: string;
  readonly folder: SessionFolder;
  readonly scan: Scan;
  /** Whether it is of the pull request of the branch that is checked out. */
  readonly isOfThisBranch?: boolean;
}

/** An issue that a pull request brings. */
export interface BroughtNode {
  readonly kind: 'brought';
  readonly id: string;
  readonly folder: SessionFolder;
  readonly issue: IssueListItem;
}

export interface ScheduleNode extends Restricted {
  readonly kind: 'schedule';
  readonly id: string;
  readonly folder: SessionFolder;
  readonly schedule: ScanSchedule;
}

export interface SettingNode extends Restricted {
  readonly kind: 'setting';
  readonly id: string;
  readonly folder: SessionFolder;
  readonly name: SettingName;
  readonly settings: ScannerSettings;
}

/** A team that grants something; its people are asked for when it is opened. */
export interface TeamNode {
  readonly kind: 'team';
  readonly id: string;
  readonly folder: SessionFolder;
  readonly access: TeamAccess;
}

/** A line that only says something, or runs a command. */
export interface FactNode {
  readonly kind: 'fact';
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  readonly description?: string;
  readonly tooltip?: string;
  readonly command?: string;
  readonly args?: readonly unknown[];
  readonly children?: readonly FactNode[];
}

export function isServiceNode(value: unknown): value is ServiceNode {
  return typeof value === 'object' && value !== null && 'kind' in value && 'id' in value;
}

/** The rows of a window: of one folder its sections, of several the folders. */
export function rootsOf(
  folders: readonly SessionFolder[],
  heldOf: (folder: SessionFolder) => Permissions | undefined,
): (FolderNode | SectionNode)[] {
  const [only, ...others] = folders;
  if (!only) return [];
  if (others.length === 0) return sectionsOf(only, heldOf(only));
  return folders.map((folder) => ({ kind: 'folder', id: folder.uri, folder }));
}

/** @param held what the person may do with the repository; undefined while that is not known */
export function sectionsOf(folder: SessionFolder, held: Permissions | undefined): SectionNode[] {
  return sections.map((section) => ({
    ...{ kind: 'section', id: `${folder.uri} ${section}`, section, folder },
    ...(['schedules', 'pullRequests'].includes(section) && lacking(held, 'REPOSITORY_SCAN')),
  }));
}

export type Permissions = ReadonlySet<RepositoryPermission>;

export function lacking(held: Permissions | undefined, permission: NeededPermission): Restricted {
  return held && !held.has(permission) ? { lacks: permission } : {};
}
