import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AdvisoryReading } from '../../src/engine/dependencies/advisories/osv.ts';
import {
  type FileReader,
  friendsOfPhp,
  nodeWorkingGroup,
  osvJson,
  osvYaml,
  retire,
  rubysec,
  rustsec,
} from './native-forms.ts';

/** A public database in a folder. */
export interface Database {
  readonly name: string;
  /** SPDX, from its licence file. */
  readonly licence: string;
  /** The folder by which a copy of it is known. */
  readonly marker: string;
  readonly files: string;
  readonly read: FileReader;
}

/**
 * Databases whose licence allows to pass their facts on. Not among them: victims/victims-cve-db (CC-BY-SA-4.0: the whole
 * snapshot would have to be under it, too).
 */
export const databases: readonly Database[] = [
  {
    name: 'well-known vulnerabilities',
    licence: 'Apache-2.0',
    marker: '../well-known',
    files: '*.json',
    read: osvJson,
  },
  {
    name: 'golang/vulndb',
    licence: 'CC-BY-4.0',
    marker: 'data/osv',
    files: 'data/osv/*.json',
    read: osvJson,
  },
  {
    name: 'rustsec/advisory-db',
    licence: 'CC0-1.0 AND CC-BY-4.0',
    marker: 'crates',
    files: 'crates/*/*.md',
    read: rustsec,
  },
  {
    name: 'pypa/advisory-database',
    licence: 'CC-BY-4.0',
    marker: 'vulns',
    files: 'vulns/*/*.yaml',
    read: osvYaml,
  },
  {
    name: 'rubysec/ruby-advisory-db',
    licence: 'LicenseRef-public-domain',
    marker: 'gems',
    files: 'gems/*/*.yml',
    read: rubysec,
  },
  {
    name: 'nodejs/security-wg',
    licence: 'MIT',
    marker: 'vuln/npm',
    files: 'vuln/npm/*.json',
    read: nodeWorkingGroup,
  },
  {
    name: 'RetireJS/retire.js',
    licence: 'Apache-2.0',
    marker: 'repository/validate',
    files: 'repository/jsrepository-v5.json',
    read: retire,
  },
  {
    name: 'FriendsOfPHP/security-advisories',
    licence: 'Unlicense',
    marker: 'symfony',
    files: '*/*/*.yaml',
    read: friendsOfPhp,
  },
];

/** The database that a folder is a copy of; any other folder is read as records of OSV in JSON. */
export function databaseIn(folder: string): Database {
  const known = databases.find(({ marker }) => existsSync(path.join(folder, marker)));
  const name = path.basename(folder);
  return known ?? { name, licence: 'NOASSERTION', marker: '', files: '**/*.json', read: osvJson };
}

/** Reads every file of a database; one that cannot be parsed is a problem with its name. */
export async function* readDatabase(
  folder: string,
  { name, files, read }: Database,
): AsyncGenerator<AdvisoryReading & { readonly file: string }> {
  const found: string[] = [];
  for await (const file of glob(files, { cwd: folder })) found.push(file);
  for (const file of found.sort()) {
    const content = await readFile(path.join(folder, file), 'utf8');
    let readings: readonly AdvisoryReading[];
    try {
      readings = read(content, file, name);
    } catch {
      readings = [{ problems: ['The file cannot be parsed.'] }];
    }
    for (const reading of readings) yield { ...reading, file };
  }
}
