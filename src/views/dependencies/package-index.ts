import type { Package } from '../../api/contract/dependencies.ts';

/** Packages by the shortest way that brings each: what the project asks for, and below it what that brings. */
export interface PackageIndex {
  /** What the project asks for, and what nobody is known to ask for. */
  readonly top: readonly Package[];
  childrenOf(row: Package): readonly Package[];
  parentOf(row: Package): Package | undefined;
  /** How many packages are below, and how many of them are vulnerable. */
  belowOf(row: Package): Below;
}

export interface Below {
  readonly count: number;
  readonly vulnerable: number;
}

const none: Below = { count: 0, vulnerable: 0 };

/** Returns the index of packages of one repository. Its cost grows with the packages and the length of their ways alone. */
export function indexPackages(rows: readonly Package[]): PackageIndex {
  const byWay = new Map<string, Package>();
  for (const row of rows) {
    const way = wayKey(row, row.path.length);
    // Of two versions of one name, the first one stands for what it brings.
    if (row.path.length > 0 && !byWay.has(way)) byWay.set(way, row);
  }
  const parents = new Map<Package, Package>();
  const children = new Map<Package, Package[]>();
  const top: Package[] = [];
  for (const row of rows) {
    const parent = parentIn(byWay, row);
    if (!parent) {
      top.push(row);
      continue;
    }
    parents.set(row, parent);
    const list = children.get(parent);
    if (list) list.push(row);
    else children.set(parent, [row]);
  }
  const below = new Map<Package, { count: number; vulnerable: number }>();
  for (const row of rows)
    for (let above = parents.get(row); above; above = parents.get(above)) {
      const known = below.get(above) ?? { count: 0, vulnerable: 0 };
      known.count += 1;
      if (isVulnerable(row)) known.vulnerable += 1;
      below.set(above, known);
    }
  return {
    top,
    childrenOf: (row) => children.get(row) ?? [],
    parentOf: (row) => parents.get(row),
    belowOf: (row) => below.get(row) ?? none,
  };
}

export const isVulnerable = ({ vulnerabilities }: Package): boolean =>
  Object.keys(vulnerabilities).length > 0;

/** The nearest package on the way that is listed: some steps stand in the list by another, shorter way. */
function parentIn(byWay: ReadonlyMap<string, Package>, row: Package): Package | undefined {
  for (let length = row.path.length - 1; length > 0; length -= 1) {
    const parent = byWay.get(wayKey(row, length));
    if (parent && parent !== row) return parent;
  }
  return undefined;
}

const wayKey = ({ ecosystem, manifestPath, path }: Package, length: number): string =>
  JSON.stringify([ecosystem, manifestPath, ...path.slice(0, length).map(({ name }) => name)]);
