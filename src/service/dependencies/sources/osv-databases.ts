/** A database whose records OSV publishes. */
export interface OsvDatabase {
  readonly name: string;
  /** SPDX, as OSV's list of its sources has it. */
  readonly licence: string;
}

/** By the first part of the ids of their records (OSV schema 1.7, "id"; OSV's list of data sources). */
const databases: Readonly<Record<string, OsvDatabase>> = {
  GHSA: { name: 'GitHub Advisory Database', licence: 'CC-BY-4.0' },
  PYSEC: { name: 'pypa/advisory-database', licence: 'CC-BY-4.0' },
  GO: { name: 'golang/vulndb', licence: 'CC-BY-4.0' },
  RUSTSEC: { name: 'rustsec/advisory-db', licence: 'CC0-1.0 AND CC-BY-4.0' },
  MAL: { name: 'ossf/malicious-packages', licence: 'Apache-2.0' },
  OSV: { name: 'OSS-Fuzz', licence: 'CC-BY-4.0' },
};

/** Returns the database that a record is from; undefined where its id names none. */
export function databaseOf(id: string): OsvDatabase | undefined {
  const prefix = id.split('-')[0] ?? '';
  return Object.hasOwn(databases, prefix) ? databases[prefix] : undefined;
}

/** Returns the licence of a database; `NOASSERTION` (SPDX) where it is not known. */
export function licenceOf(name: string): string {
  return Object.values(databases).find((database) => database.name === name)?.licence ?? 'NOASSERTION';
}
