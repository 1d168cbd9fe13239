import type { Package } from '../../api/contract/dependencies.ts';
import type { VulnerableDependency } from '../../api/contract/vulnerable-dependency.ts';
import type { RepositoryExposure } from '../../connection/dependency-api.ts';
import type { KnownIssue } from '../issues/known-issue.ts';
import type { PackageIndex } from './package-index.ts';

/** An issue about a package. */
export interface Vulnerability extends KnownIssue {
  readonly dependency: VulnerableDependency;
}

/** A package with its open vulnerabilities, the worst and nearest first. */
export interface VulnerableNode {
  readonly kind: 'vulnerable';
  readonly id: string;
  readonly vulnerabilities: readonly [Vulnerability, ...Vulnerability[]];
  /** Whether the internet reaches what runs of it; undefined where nobody says so. */
  readonly exposure?: RepositoryExposure | undefined;
}

export interface VulnerabilityNode {
  readonly kind: 'vulnerability';
  readonly id: string;
  readonly vulnerability: Vulnerability;
  readonly parent: VulnerableNode;
}

/** All packages of a folder that the filter lets through, below one line. */
export interface FolderNode {
  readonly kind: 'folder';
  readonly id: string;
  readonly folder: string;
  readonly name: string;
  readonly packages: readonly Package[];
  readonly isCut: boolean;
  readonly exposure: RepositoryExposure | undefined;
}

/** Those of one manifest or ecosystem. */
export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly name: string;
  readonly packages: readonly Package[];
  readonly parent: FolderNode;
}

/** A package; below it, what it brings. */
export interface PackageNode {
  readonly kind: 'package';
  readonly id: string;
  readonly row: Package;
  readonly index: PackageIndex;
  readonly parent: FolderNode | GroupNode | PackageNode;
}

/** A line that is no package: what is not shown and why, and what can be done about it. */
export interface NoticeNode {
  readonly kind: 'notice';
  readonly id: string;
  readonly icon: string;
  readonly label: string;
  readonly description?: string;
  readonly command?: string;
}

export type DependencyNode =
  | VulnerableNode
  | VulnerabilityNode
  | FolderNode
  | GroupNode
  | PackageNode
  | NoticeNode;

export function parentOf(node: DependencyNode): DependencyNode | undefined {
  return 'parent' in node ? node.parent : undefined;
}

/** The folder that a package's row is below. */
export function folderOf(node: PackageNode): FolderNode {
  let top: PackageNode['parent'] = node.parent;
  while (top.kind !== 'folder') top = top.parent;
  return top;
}

export const isDependencyNode = (value: unknown): value is DependencyNode =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  typeof value.kind === 'string' &&
  ['vulnerable', 'vulnerability', 'folder', 'group', 'package', 'notice'].includes(value.kind);
