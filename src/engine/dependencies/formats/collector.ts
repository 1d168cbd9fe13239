import type { Fault, Span } from '../../files/structured/value.ts';
import { canonicalName } from '../names.ts';
import type { Ecosystem, ManifestFormat, Origin, PackageEntry, Scope } from '../package.ts';
import { Place } from './place.ts';

/** What a file says of one package, with offsets. */
export interface Said {
  readonly name: string;
  readonly ecosystem?: Ecosystem;
  readonly version?: string | undefined;
  readonly requirement?: string | undefined;
  readonly scope: Scope;
  readonly group: string;
  readonly direct?: boolean | undefined;
  /** `registry` where undefined. */
  readonly origin?: Origin;
  /** Made of name and version where undefined. */
  readonly key?: string;
  readonly isOffered?: true;
  readonly needs?: readonly string[];
  readonly hasChecksum?: boolean;
  readonly license?: string | undefined;
  readonly at: Span;
  readonly versionAt?: Span | undefined;
  readonly versionElsewhere?: PackageEntry['versionElsewhere'];
}

/** Collects what one file says: entries with unique keys, lines and columns instead of offsets. */
export class Collector extends Place {
  readonly packages: PackageEntry[] = [];
  readonly #ecosystem: Ecosystem;
  /** How often each key was used. */
  readonly #keys = new Map<string, number>();

  /** @param faults what the parser of the file found wrong */
  constructor(ecosystem: Ecosystem, text: string, faults?: readonly Fault[]) {
    super(text, faults);
    this.#ecosystem = ecosystem;
  }

  add(said: Said): void {
    const { version, requirement, direct, versionAt, license, ecosystem = this.#ecosystem } = said;
    const name = canonicalName(ecosystem, said.name);
    this.packages.push({
      key: this.#unique(said.key ?? packageKey(name, version)),
      ecosystem,
      name,
      ...(version !== undefined && { version }),
      ...(requirement !== undefined && { requirement }),
      scope: said.scope,
      group: said.group,
      ...(direct !== undefined && { direct }),
      ...(said.isOffered && { isOffered: said.isOffered }),
      needs: said.needs ?? [],
      origin: said.origin ?? 'registry',
      ...(said.hasChecksum !== undefined && { hasChecksum: said.hasChecksum }),
      ...(license !== undefined && { license }),
      range: this.range(said.at),
      ...(versionAt && { versionRange: this.range(versionAt) }),
      ...(said.versionElsewhere && { versionElsewhere: said.versionElsewhere }),
    });
  }

  result(): ReturnType<ManifestFormat['read']> {
    return { packages: this.packages, problems: this.problems };
  }

  #unique(key: string): string {
    const count = (this.#keys.get(key) ?? 0) + 1;
    this.#keys.set(key, count);
    return count === 1 ? key : this.#unique(`${key}#${count}`);
  }
}

/** @returns the key of an entry, which `needs` of others name */
export const packageKey = (name: string, version: string | undefined): string =>
  version === undefined ? name : `${name}@${version}`;
