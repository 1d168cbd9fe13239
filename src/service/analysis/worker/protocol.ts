/**
 * Every question that a scan asks its worker threads, with its answer. A new question is an entry here and its handler in
 * `answers.ts`; all between them passes it on as it is.
 */
// Each worker loads this anew: the small zod will do.
import * as z from 'zod/mini';
import type { FileFacts, Literal } from '../../../engine/ai-inventory/index.ts';
import type { AnalysisEvent, TeamModels } from '../../../engine/analysis.ts';
import type { AnnotatedCode, CheckedRules } from '../../../engine/custom-rules/check-rules.ts';
import type { RuleFile } from '../../../engine/custom-rules/compile-rules.ts';
import type { ReadRules } from '../../../engine/custom-rules/reading/read-rules.ts';
import type { CustomRules } from '../../../engine/custom-rules/rule-set.ts';
import type { RuleExample, TriedRule } from '../../../engine/custom-rules/try-rule.ts';
import type { DependencyReport } from '../../../engine/dependencies/examine.ts';
import type { LicensePolicy } from '../../../engine/dependencies/licenses/policy.ts';
import type { Ecosystem } from '../../../engine/dependencies/package.ts';
import type { Reachability, WantedPackage } from '../../../engine/dependencies/reachability/reachability.ts';
import type { ProductFile } from '../../../engine/dependencies/reachability/usage.ts';
import type { LockCheck } from '../../../engine/dependencies/upgrades/check.ts';
import type { LockTask, UpgradeAnswer } from '../../../engine/dependencies/upgrades/plan.ts';
import type { Finding, Skip } from '../../../engine/finding.ts';
import type { Surroundings } from '../../../engine/fixes/fix.ts';
import type { Proposal } from '../../../engine/fixes/fixer.ts';
import type { ProposedChange } from '../../../engine/fixes/proposed/change.ts';
import type { Examined } from '../../../engine/fixes/proposed/examine.ts';
import type { Inspection } from '../../../engine/investigation/inspection.ts';
import type { FileRoles } from '../../../engine/roles/code-role.ts';
import type { ThreatModel } from '../../../engine/threat-models.ts';

/** A value of the engine's: both sides are one program, so its type suffices. */
const ofEngine = <T extends object>() => z.custom<T>((value) => typeof value === 'object' && value !== null);
const paths = z.readonly(z.array(z.string()));
/** Snapshots of advisories: files on the disk, each with the name that its findings show. */
const snapshots = z.readonly(z.array(z.object({ name: z.string(), path: z.string() })));

/**
 * By kind: the request and the answer; `what` names it where it is given up; `alone`: in a worker of its own, which is
 * closed afterwards.
 */
const entries = {
  /** Events are sent while it goes on. */
  analyse: {
    request: z.object({
      files: paths,
      removed: paths,
      /** Texts that stand for those on the disk, by path: changes that are tried. */
      texts: z.optional(ofEngine<Readonly<Record<string, string>>>()),
      /** The team's models that hold. */
      models: z.optional(ofEngine<TeamModels>()),
      /** The custom rules that hold. */
      rules: z.optional(ofEngine<CustomRules>()),
      /** Those that are switched on. */
      threatModels: z.optional(ofEngine<readonly ThreatModel[]>()),
      /** Of those files that by their place are no part of the product. */
      roles: z.optional(ofEngine<FileRoles>()),
      /** Whether hints are told, too. */
      hints: z.optional(z.boolean()),
      /** Whether findings say if rules know a fix for them. */
      withOutlook: z.optional(z.boolean()),
      /** Only to see whether the files can be read: flows are not solved. The worker is of no use afterwards. */
      readOnly: z.optional(z.boolean()),
    }),
    answer: z.null(),
    what: 'The analysis',
    alone: false,
  },
  /** Reads and compiles custom rules. */
  rules: {
    request: z.object({ files: ofEngine<readonly RuleFile[]>() }),
    answer: ofEngine<ReadRules>(),
    what: 'The reading of custom rules',
    alone: true,
  },
  /** Compiles a custom rule and runs it on its examples. */
  tryRule: {
    request: z.object({ file: ofEngine<RuleFile>(), examples: ofEngine<readonly RuleExample[]>() }),
    answer: ofEngine<TriedRule>(),
    what: 'The trial of the rule',
    alone: true,
  },
  /** Compiles rules and says what they find in files, until the time is over. */
  checkRules: {
    request: z.object({
      file: ofEngine<RuleFile>(),
      examples: ofEngine<readonly AnnotatedCode[]>(),
      files: paths,
      maximumMatches: z.number(),
      /** Milliseconds for following data; none is followed where undefined. */
      followMs: z.optional(z.number()),
    }),
    answer: ofEngine<CheckedRules>(),
    what: 'The check of custom rules',
    alone: true,
  },
  /** Looks for fixes of a finding. */
  propose: {
    request: z.object({ finding: ofEngine<Finding>(), around: ofEngine<Surroundings>() }),
    answer: ofEngine<Proposal>(),
    what: 'The search for a fix',
    alone: false,
  },
  /** Holds a change that somebody proposed against what no fix may do. */
  examine: {
    request: z.object({ finding: ofEngine<Finding>(), change: ofEngine<ProposedChange>() }),
    answer: ofEngine<Examined>(),
    what: 'The look at the change',
    alone: false,
  },
  /** Analyses the family anew with a larger budget, and looks at the code around one finding. */
  inspect: {
    request: z.object({
      files: paths,
      models: z.optional(ofEngine<TeamModels>()),
      rules: z.optional(ofEngine<CustomRules>()),
      threatModels: z.optional(ofEngine<readonly ThreatModel[]>()),
      roles: z.optional(ofEngine<FileRoles>()),
      file: z.string(),
      fingerprint: z.string(),
    }),
    answer: z.object({
      /** As the deeper analysis has it; missing where it does not find it. */
      found: z.optional(ofEngine<Finding>()),
      inspection: ofEngine<Inspection>(),
    }),
    what: 'The closer look',
    alone: true,
  },
  /** Examines files for AI components; answers with those that say anything. */
  inventory: {
    request: z.object({
      files: paths,
      /** By file, what the analysis has read in it already; whatever is missing is parsed here where `parse` says so. */
      texts: ofEngine<ReadonlyMap<string, readonly Literal[]>>(),
      parse: z.boolean(),
    }),
    answer: z.readonly(z.array(ofEngine<FileFacts>())),
    what: 'The search for AI components',
    alone: false,
  },
  /** Reads manifests and lock files, and matches what they resolve to with advisories. */
  dependencies: {
    request: z.object({
      /** Every path of the folder: manifests may name others. */
      files: paths,
      snapshots,
      /** Which licences packages may have. */
      licenses: z.optional(ofEngine<LicensePolicy>()),
      /** Texts that stand for those on the disk, by path: changes that are tried. */
      texts: z.optional(ofEngine<Readonly<Record<string, string>>>()),
      /** Whether hints are told, too. */
      hints: z.optional(z.boolean()),
    }),
    answer: ofEngine<DependencyReport>(),
    what: 'The examination of packages',
    alone: false,
  },
  /** Examines infrastructure as code. */
  infrastructure: {
    /** Every path of the folder, as files may name others. */
    request: z.object({ files: paths, texts: z.optional(ofEngine<Readonly<Record<string, string>>>()) }),
    answer: z.object({
      findings: z.readonly(z.array(ofEngine<Finding>())),
      skips: z.readonly(z.array(ofEngine<Skip>())),
    }),
    what: 'The examination of infrastructure',
    alone: false,
  },
  /** Proposes a change for a finding of infrastructure. */
  proposeBeside: {
    request: z.object({ finding: ofEngine<Finding>(), files: paths }),
    answer: ofEngine<Proposal>(),
    what: 'The search for a fix',
    alone: false,
  },
  /** Plans the upgrade of a vulnerable package, or of all beside it. */
  planUpgrade: {
    request: z.object({
      finding: ofEngine<Finding>(),
      reach: z.enum(['ONE', 'ALL_SAFE']),
      files: paths,
      snapshots,
    }),
    answer: ofEngine<UpgradeAnswer>(),
    what: 'The search for an upgrade',
    alone: false,
  },
  /** Holds the new text of a lock file against the manifests that it belongs to. */
  checkLock: {
    request: z.object({ task: ofEngine<LockTask>(), text: z.string(), files: paths }),
    answer: ofEngine<LockCheck>(),
    what: 'The check of the lock file',
    alone: false,
  },
  /** How far product code gets into packages; answers by their keys. Needs no analysis of its own. */
  reachability: {
    request: z.object({
      wanted: ofEngine<readonly WantedPackage[]>(),
      /** What analyses told of the product's files, by path. */
      files: ofEngine<ReadonlyMap<string, ProductFile>>(),
      /** Files that may import packages and were not read to their end. */
      unread: ofEngine<Readonly<Partial<Record<Ecosystem, readonly string[]>>>>(),
    }),
    answer: ofEngine<ReadonlyMap<string, Reachability>>(),
    what: 'The search for calls of packages',
    alone: false,
  },
} as const;

export type Kind = keyof typeof entries;
export type RequestOf<K extends Kind> = z.output<(typeof entries)[K]['request']>;
export type AnswerTo<K extends Kind> = z.output<(typeof entries)[K]['answer']>;
export type Question<K extends Kind> = { readonly kind: K } & RequestOf<K>;

interface Entry<K extends Kind> {
  readonly request: { parse(message: unknown): RequestOf<K> };
  readonly answer: { parse(message: unknown): AnswerTo<K> };
  readonly what: string;
  readonly alone: boolean;
}

export const questions: { readonly [K in Kind]: Entry<K> } = entries;

/** Which question a message to a worker asks. @throws where it is none */
export function kindOf(message: unknown): Kind {
  return z.object({ kind: z.enum(Object.keys(entries) as [Kind, ...Kind[]]) }).parse(message).kind;
}

const replySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('events'),
    events: z.custom<readonly AnalysisEvent[]>((value) => Array.isArray(value)),
  }),
  z.object({ type: z.literal('answer'), answer: z.unknown() }),
  z.object({ type: z.literal('cancelled') }),
  /** The analyzer could not be made at all. */
  z.object({ type: z.literal('unavailable'), message: z.string() }),
  /** The analyzer threw; the signals say at which file. */
  z.object({ type: z.literal('failed'), message: z.string() }),
]);

export type Reply = z.output<typeof replySchema>;

/** What a worker sends. @throws where it is none of it */
export const readReply = (message: unknown): Reply => replySchema.parse(message);
