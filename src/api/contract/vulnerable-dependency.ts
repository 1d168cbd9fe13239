import * as z from 'zod';
import { Instant } from './fields.ts';

/** What an issue of the category SCA says beyond what every issue says: the package, the advisory, whether it is reached. */

export const DependencyScope = z.enum(['PRODUCTION', 'DEVELOPMENT', 'UNKNOWN']);
export type DependencyScope = z.output<typeof DependencyScope>;

/**
 * How far the evidence goes that the vulnerability can be reached: an entry point reaches a call of the vulnerable
 * function, it is called, the package is imported by product code, it is not; unknown where none of it can be told.
 */
export const ReachabilityLevel = z.enum(['REACHED', 'CALLED', 'IMPORTED', 'NOT_IMPORTED', 'UNKNOWN']);
export type ReachabilityLevel = z.output<typeof ReachabilityLevel>;

export const PackageStep = z.object({ name: z.string(), version: z.string().optional() });
export type PackageStep = z.output<typeof PackageStep>;

const Place = z.object({ file: z.string(), line: z.int().min(1) });

export const VulnerableDependency = z.object({
  /** As OSV names it. */
  ecosystem: z.string(),
  name: z.string(),
  version: z.string(),
  purl: z.string().optional(),
  scope: DependencyScope,
  /** Whether the project itself asks for it. */
  direct: z.boolean(),
  /** From what the project asks for to the package itself. */
  path: z.array(PackageStep),
  /** Where the lock file has it. */
  lock: Place.optional(),
  /** Other versions of the same package in the same lock file that are affected, too. */
  otherVersions: z.array(z.string()).optional(),
  advisory: z.object({
    id: z.string(),
    aliases: z.array(z.string()),
    sources: z.array(z.string()),
    cvss: z.array(z.string()),
    published: Instant.or(z.string()).optional(),
    references: z.array(z.string()),
  }),
  isMalicious: z
    .boolean()
    .optional()
    .describe('Whether the package itself is the attack: whoever installs it runs it.'),
  /** The smallest version above this one that no range of the advisory affects. */
  fixedVersion: z.string().optional(),
  /** The smallest version above this one that no known advisory of the package affects. */
  safeVersion: z.string().optional(),
  reachability: z.object({
    level: ReachabilityLevel,
    /** In a sentence: what was seen, or why it is not known. */
    evidence: z.string(),
    /** Of an import: whether an advisory says which part of the package is vulnerable, so that its use could be seen. */
    isPartPublished: z.boolean().optional(),
    places: z.array(Place).optional(),
  }),
});
export type VulnerableDependency = z.output<typeof VulnerableDependency>;
