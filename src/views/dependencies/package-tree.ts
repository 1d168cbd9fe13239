import type { Package } from '../../api/contract/dependencies.ts';
import { type DependencyGrouping, groupsOf } from './filter.ts';
import type { FolderNode, GroupNode, PackageNode } from './nodes.ts';
import { indexPackages, type PackageIndex } from './package-index.ts';

/** Each folder's or group's packages by the ways that bring them; made once, with the first look. */
const indexes = new WeakMap<readonly Package[], PackageIndex>();

function indexOf({ packages }: FolderNode | GroupNode): PackageIndex {
  const known = indexes.get(packages);
  if (known) return known;
  const index = indexPackages(packages);
  indexes.set(packages, index);
  return index;
}

/** What is below a folder. */
export function belowFolder(folder: FolderNode, grouping: DependencyGrouping): (GroupNode | PackageNode)[] {
  return grouping === 'repository' ? packagesIn(folder) : groupNodes(folder, grouping);
}

function groupNodes(folder: FolderNode, grouping: 'manifest' | 'ecosystem'): GroupNode[] {
  return groupsOf(folder.packages, grouping).map(({ name, packages }) => ({
    kind: 'group',
    id: `${folder.id} ${grouping} ${name}`,
    name,
    packages,
    parent: folder,
  }));
}

/** What the project asks for; what nobody is known to ask for stands beside it. */
export function packagesIn(parent: FolderNode | GroupNode): PackageNode[] {
  const index = indexOf(parent);
  return index.top.map((row) => nodeOf(row, index, parent));
}

/** What a package brings. */
export const broughtBy = (node: PackageNode): PackageNode[] =>
  node.index.childrenOf(node.row).map((row) => nodeOf(row, node.index, node));

/** The node of a package, with those above it. @returns undefined where the folder is without it */
export function nodeIn(
  folder: FolderNode,
  grouping: DependencyGrouping,
  is: (row: Package) => boolean,
): PackageNode | undefined {
  const tops = grouping === 'repository' ? [folder] : groupNodes(folder, grouping);
  for (const top of tops) {
    const row = top.packages.find(is);
    if (row) return nodeBelow(row, indexOf(top), top);
  }
  return undefined;
}

function nodeBelow(row: Package, index: PackageIndex, top: FolderNode | GroupNode): PackageNode {
  const above = index.parentOf(row);
  return nodeOf(row, index, above ? nodeBelow(above, index, top) : top);
}

const nodeOf = (row: Package, index: PackageIndex, parent: PackageNode['parent']): PackageNode => ({
  kind: 'package',
  id: `${parent.id} ${rowKey(row)}`,
  row,
  index,
  parent,
});

const rowKey = ({ ecosystem, name, version = '', manifestPath, lockPath = '' }: Package): string =>
  JSON.stringify([ecosystem, name, version, manifestPath, lockPath]);
