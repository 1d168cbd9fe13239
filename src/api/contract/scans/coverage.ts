import * as z from 'zod';
import { Count, Instant } from '../fields.ts';
import { SwitchedPacks } from '../rules/packs.ts';
import { tolerance, unknownInstant } from '../tolerance.ts';
import { Category, ReleaseTrack, SkipReason, ThreatModel } from '../vocabulary.ts';

/** What a scan looked at, with what, and what it left out. */

export const Skip = z.object({
  file: z
    .string()
    .describe('Relative to the root. `.` stands for the scan as a whole: there is no file to show.'),
  reason: SkipReason,
  /** One sentence for the user: what was met, which limit, in numbers. */
  detail: z.string(),
  /** True when the file was analysed in part. */
  partial: z.boolean(),
});
export type Skip = z.output<typeof Skip>;

/**
 * What should have been analysed and was not, or not to its end: code over a limit, unreadable files, failures. What is left
 * out on purpose (dependencies, ignored and minified files, other languages) is not part of it.
 */
export const Incomplete = z.object({
  files: Count,
  functions: Count.describe(
    'Functions whose analysis was stopped at a limit; the rest of their file was analysed.',
  ),
  reasons: z.record(z.string(), Count).describe('Skips by their reason.'),
});

/** Files that an ignore rule hides, by the file that has the rule. */
export const HiddenFiles = z.object({
  ruleFile: z
    .string()
    .describe(
      'Relative to the root: `.gitignore`, `.git/info/exclude`; of the user’s own list, beginning with `~`.',
    ),
  files: Count,
  /** Those of them with code in a language that is analysed. */
  code: Count,
  /** There are more: counting stopped at a limit. */
  atLeast: z.boolean().optional(),
});

/** A team's own model file that held in the scan. */
export const ActiveModel = z.object({
  file: z.string().describe('Relative to the root; elsewhere as the command line names it.'),
  library: z.string().describe('`<language>/<library>`.'),
  rows: Count.describe('APIs that something is said of.'),
});

/** A file of custom rules that held in the scan. */
export const ActiveRules = z.object({
  file: z
    .string()
    .describe('Relative to the root; of those that the service keeps, such as `rule “No eval”`, their name.'),
  rules: Count,
});

/** Advisories that packages were matched with. */
export const MatchedAdvisories = z.object({
  title: z.string(),
  advisories: Count,
  newest: z.string().optional().describe('The day of the newest record.'),
  updatedAt: Instant.describe('When they were downloaded, imported or asked for.'),
  thin: z.boolean().describe('So few that a project without an issue may well have vulnerable packages.'),
});
export type MatchedAdvisories = z.output<typeof MatchedAdvisories>;
tolerance.add(MatchedAdvisories, { missing: { advisories: 0, updatedAt: unknownInstant, thin: false } });

/** What the release track keeps from being reported. */
export const HeldBack = z.object({
  track: ReleaseTrack,
  heldBack: z.array(z.string()).describe('Classes of issues that only EDGE reports; none on EDGE.'),
  findings: Count.describe('What was found of these classes and not reported.'),
});

/** What the scan did and did not look at. Nothing is left out in silence. */
export const CoverageSummary = z.object({
  filesAnalysed: Count,
  bytesAnalysed: Count,
  filesByLanguage: z.record(z.string(), Count),
  filesSkipped: Count,
  filesPartial: Count,
  incomplete: Incomplete.optional().describe(
    'Extension. All zero after a complete scan; absent from older services.',
  ),
  excluded: z
    .record(z.string(), Count)
    .optional()
    .describe(
      'What was left out on purpose before anything was read, as counts of files and of folders that were not entered, by reason: dependencies, build-output, tooling, minified, media, ignored, link.',
    ),
  hidden: z
    .array(HiddenFiles)
    .optional()
    .describe('Files that ignore rules hide, by rule file, the one that hides the most first.'),
  threatModels: z
    .array(ThreatModel)
    .optional()
    .describe('Extension. The threat models that were switched on; absent from older services.'),
  models: z
    .array(ActiveModel)
    .optional()
    .describe('Extension. The team’s own models that held; absent from older services.'),
  rules: z
    .array(ActiveRules)
    .optional()
    .describe('Extension. The custom rules that held; absent from older services.'),
  releaseTrack: HeldBack.optional().describe(
    'Extension. The set of rules that was taken; absent from older services.',
  ),
  advisories: z
    .array(MatchedAdvisories)
    .optional()
    .describe(
      'Extension. The advisories that packages were matched with; none where nothing was to be looked up.',
    ),
  switchedOff: z
    .array(z.object({ module: Category, folder: z.string().optional() }))
    .optional()
    .describe(
      'Extension. Kinds of issues that scanner settings switch off, in the whole repository or in the folder of an application.',
    ),
  packs: SwitchedPacks.optional(),
  belowThreshold: Count.optional().describe(
    'Extension. Open issues that are not shown, because the scan is less sure of them than scanner settings ask for.',
  ),
});
tolerance.add(HeldBack, { missing: { heldBack: [], findings: 0 } });
tolerance.add(HiddenFiles, { missing: { files: 0, code: 0 } });
tolerance.add(ActiveModel, { missing: { rows: 0 } });
tolerance.add(ActiveRules, { missing: { rules: 0 } });

export const Coverage = CoverageSummary.extend({
  skips: z.array(Skip),
  /** True when there were more skips than are listed; the counts are complete. */
  skipsTruncated: z.boolean(),
});
export type Coverage = z.output<typeof Coverage>;
