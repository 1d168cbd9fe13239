/** A package, as a bill of materials names it. */
export interface BomPackage {
  readonly name: string;
  readonly version?: string | undefined;
  /** Package URL; one without cannot be named by others. */
  readonly purl?: string | undefined;
  readonly scope: 'production' | 'development' | 'unknown';
  /** From what the project asks for to the package itself, as package URLs where these are known. */
  readonly path: readonly (string | undefined)[];
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** SPDX expressions. */
  readonly licenses: readonly string[];
}

/** Which packages each one brings, as far as the shortest ways tell; '' stands for the project. */
export function edgesOf(packages: readonly BomPackage[]): ReadonlyMap<string, ReadonlySet<string>> {
  const edges = new Map<string, Set<string>>();
  for (const { path } of packages) {
    let from: string | undefined = '';
    for (const to of path) {
      if (from !== undefined && to !== undefined && from !== to) {
        const known = edges.get(from);
        if (known) known.add(to);
        else edges.set(from, new Set([to]));
      }
      from = to;
    }
  }
  return edges;
}
