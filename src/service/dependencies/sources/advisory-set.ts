import { headerOf, type SnapshotFile } from './snapshot-folder.ts';

/** What a person is told of a snapshot of advisories. */
export interface AdvisorySet {
  /** Its name in the folder; `parapet` for what comes with Parapet. */
  readonly id: string;
  readonly title: string;
  /** The address that it was downloaded from. */
  readonly origin?: string;
  readonly ecosystems: readonly string[];
  /** Advisories; one of several ecosystems counts in each. */
  readonly advisories: number;
  /** The day of its newest record. */
  readonly newest?: string;
  /** When it was downloaded or imported. */
  readonly updatedAt: string;
  /** So few that a project without an issue may well have vulnerable packages. */
  readonly thin: boolean;
  readonly databases: readonly {
    readonly name: string;
    /** SPDX; `NOASSERTION` where it is not known. */
    readonly licence: string;
    readonly newest?: string;
    readonly records: number;
  }[];
}

/** The smallest public database of an ecosystem that is kept up has more. */
const thinBelow = 1_000;
const ownTitle = 'Advisories that come with Parapet';

/**
 * Reads what a snapshot says of itself.
 * @throws SyntaxError for one that is damaged, and the system’s error
 */
export function advisorySet({ name, path }: SnapshotFile): AdvisorySet {
  const { header, writtenAt } = headerOf(path);
  const advisories = header.sections.reduce((sum, section) => sum + section.advisories, 0);
  const isOwn = header.title === undefined;
  return {
    id: name,
    title: header.title ?? ownTitle,
    ...(header.origin !== undefined && { origin: header.origin }),
    ecosystems: header.sections.map(({ ecosystem }) => ecosystem),
    advisories,
    ...(header.newest !== undefined && { newest: header.newest }),
    updatedAt: writtenAt.toISOString(),
    thin: isOwn && advisories < thinBelow,
    databases: header.sources.map(({ newest, ...source }) => ({
      ...source,
      ...(newest !== undefined && { newest }),
    })),
  };
}
