import * as z from 'zod/mini';
import { ecosystems } from '../package.ts';

/**
 * A snapshot of advisories in one file, made so that a look-up reads little of it:
 *
 *     magic line, length of the header (4 bytes, big endian), header (JSON), one compressed section an ecosystem
 *
 * A section is UTF-8 text: a line of JSON for each package (its name and the numbers of its advisories), an empty line, and a
 * line of JSON for each advisory.
 */
export const magic = new TextEncoder().encode('PARAPET ADVISORIES 1\n');

/** A section that says it is larger is not decompressed. */
export const largestSection = 256_000_000;

const count = z.int().check(z.nonnegative());

const sourceSchema = z.object({
  name: z.string(),
  /** SPDX, as its licence file has it. */
  licence: z.string(),
  /** The date of its newest record; undefined where its records have none. */
  newest: z.optional(z.string()),
  /** Records of it that were taken. */
  records: count,
});

export const headerSchema = z.object({
  /** What a person knows it by, for example `OSV (npm)`; undefined for the one that comes with Parapet. */
  title: z.optional(z.string()),
  /** The address that its records were downloaded from; undefined for records of this machine. */
  origin: z.optional(z.string()),
  /** The newest date of any source. */
  newest: z.optional(z.string()),
  sources: z.array(sourceSchema),
  sections: z.array(
    z.object({
      ecosystem: z.enum(ecosystems),
      /** Of the compressed section, in bytes; the first one begins where the header ends. */
      length: count,
      /** Of the section once decompressed, in bytes. */
      size: count,
      packages: count,
      advisories: count,
    }),
  ),
});

export type SnapshotHeader = z.infer<typeof headerSchema>;
export type SnapshotSource = z.infer<typeof sourceSchema>;
/** Where a snapshot's records are from. */
export type SnapshotOrigin = Pick<SnapshotHeader, 'title' | 'origin'>;

export const packageLine = z.tuple([z.string(), z.array(count)]);

const texts = z.array(z.string());
const optionalText = z.union([z.string(), z.literal(0)]);

/** Introduced, fixed, last affected, before; 0 for one that is not there, and none at the end. */
const rangeTuple = z.tuple([z.string()], optionalText);
/** Module, then its names. */
const symbolsTuple = z.tuple([optionalText], z.string());

export const advisoryLine = z.tuple([
  texts, // its id, then its aliases
  texts, // CWEs
  texts, // CVSS vectors
  optionalText, // severity
  z.tuple([optionalText, optionalText, optionalText]), // published, modified, withdrawn
  z.array(count), // its sources, as numbers of the header's list
  z.array(
    z.tuple([
      z.string(), // the package's name
      z.array(rangeTuple),
      texts, // versions
      z.array(symbolsTuple),
      z.array(count), // the sources that say so; all of them where empty
    ]),
  ),
]);

export type AdvisoryLine = z.infer<typeof advisoryLine>;
