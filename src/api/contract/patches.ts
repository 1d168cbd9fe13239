import * as z from 'zod';
import { endpoint } from './endpoint.ts';
import { Count, Id, Instant, organizationScope, Range } from './fields.ts';
import { PatchSummary } from './issue.ts';
import { ModelTrace } from './model-trace.ts';
import { tolerance } from './tolerance.ts';
import { PatchCheckName, PatchCheckStatus, PatchMaker } from './vocabulary.ts';

/** Patches: changes of the code that remove an issue, with the proof that they do. One of an issue at a time. */

export const maximumPatchesAsked = 100;

/** What was looked at, and what it said. */
export const PatchCheck = z.object({
  name: PatchCheckName,
  status: PatchCheckStatus,
  /** One sentence. */
  detail: z.string(),
});
export type PatchCheck = z.output<typeof PatchCheck>;

export const PatchEvidence = z.object({
  checks: z.array(PatchCheck),
  /** Issues that the change would bring; empty where it brings none. */
  newFindings: z.array(
    z.object({ title: z.string(), vulnClass: z.string(), file: z.string(), startLine: z.int().min(1) }),
  ),
  /** How many other issues are gone with the change. */
  alsoResolved: Count,
  at: Instant,
});
export type PatchEvidence = z.output<typeof PatchEvidence>;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const PatchedFile = z.object({
  path: z.string(),
  /** SHA-256 of the bytes that the file had when the patch was made; with others it is not to be applied as it is. */
  baseSha256: Sha256,
  /** SHA-256 of the bytes it has with the patch. */
  patchedSha256: Sha256,
  /** Unified diff with `a/` and `b/` before the path. */
  diff: z.string(),
  /** The same change as replacements in the text as it was: none overlap, in the order of the text. */
  edits: z.array(z.object({ ...Range.shape, newText: z.string() })),
});
export type PatchedFile = z.output<typeof PatchedFile>;

/** One of `environment`, `package` and `setting` is there. */
export const PatchNeed = z.object({
  /** Name of an environment variable. */
  environment: z.string().optional(),
  /** Name of a package that has to be installed. */
  package: z.string().optional(),
  /** Name of a setting of the project. */
  setting: z.string().optional(),
  /** What it holds, and what happens without it; one sentence of Markdown. */
  text: z.string(),
});

export type PatchNeed = z.output<typeof PatchNeed>;

export const PatchStatusItem = PatchSummary.extend({ issueId: Id });
export type PatchStatusItem = z.output<typeof PatchStatusItem>;

/** How vulnerable packages are upgraded. */
export const Upgrade = z.strictObject({
  packages: z
    .enum(['ONE', 'ALL_SAFE'])
    .default('ONE')
    .describe(
      'ALL_SAFE: every vulnerable package below the same lock file, or in the same manifest, that can be raised within what is asked for or within its major version.',
    ),
  runPackageManager: z
    .boolean()
    .default(false)
    .describe(
      'The person agrees that the package manager writes the lock file: on a copy, without scripts; it asks its registry for packages by name and version.',
    ),
});

export type Upgrade = z.output<typeof Upgrade>;

/** A patch in full. `files` is empty unless it is `READY`. */
export const Patch = PatchStatusItem.extend({
  /** What it does, in one line. */
  title: z.string().optional(),
  /** What changes, why it is safe and what behaves otherwise, in Markdown. */
  explanation: z.string().optional(),
  /** How it was made: `<class>/<how>`. */
  strategy: z.string().optional(),
  /** Whether rules or a language model thought it out; both are held to the same proof. */
  madeBy: PatchMaker.optional(),
  /** Which language model was asked for it, and what that took, also where nothing came of it. */
  trace: ModelTrace.optional(),
  /** What has to be set where the program runs before it works with the change. */
  needs: z.array(PatchNeed).optional(),
  /** The other issues that an upgrade ends; they are `PATCHING` with this one once it is taken. */
  resolves: z.array(Id).optional(),
  /** How packages were asked to be upgraded, where anything was asked. */
  upgrade: Upgrade.optional(),
  files: z.array(PatchedFile),
  /** All diffs, one after the other. */
  diff: z.string(),
  evidence: PatchEvidence.optional(),
  /** Whether it was asked for with `force`: it may then be `READY` without a proof, as `validation` says. */
  forced: z.boolean(),
  /** Whether its files are still as it was made for. */
  current: z.boolean().optional(),
  approvedBy: z.string().optional(),
});
export type Patch = z.output<typeof Patch>;
tolerance.add(Patch, { missing: { issueId: '', files: [], diff: '', forced: false } });
tolerance.add(PatchStatusItem, { missing: { issueId: '' } });

const issueSelection = z.array(Id).min(1).max(maximumPatchesAsked);

export const generatePatch = endpoint({
  id: 'issues.generatePatch',
  method: 'POST',
  path: '/api/v2/issues/generatePatch',
  also: [{ method: 'POST', path: '/api/v1/issues/generate-patch' }],
  summary: 'Have patches made, of all issues or of none; one that is there is made anew',
  source: 'extended',
  effect: 'changes',
  success: 202,
  errors: [404, 409, 422],
  idempotent: true,
  request: z
    .strictObject({
      ...organizationScope,
      issueId: Id.optional(),
      issueIds: issueSelection.optional(),
      force: z
        .boolean()
        .default(false)
        .describe('Tries an UNPATCHABLE issue again, and keeps a patch that could not be proven.'),
      upgrade: Upgrade.optional().describe('Of an issue of the category SCA; others leave it alone.'),
    })
    .refine((request) => (request.issueId === undefined) !== (request.issueIds === undefined), {
      error: 'Give issueId or issueIds, one of them.',
    }),
  response: z.object({ patches: z.array(PatchStatusItem) }),
});

export const patchStatuses = endpoint({
  id: 'issues.patchStatuses',
  method: 'POST',
  path: '/api/v2/issues/patchStatuses',
  summary: 'How far the patches of issues are, in the order they are asked for',
  source: 'specified',
  effect: 'reads',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, issueIds: z.array(Id).max(maximumPatchesAsked) }),
  response: z.object({ patches: z.array(PatchStatusItem) }),
});

export const getPatch = endpoint({
  id: 'issues.getPatch',
  method: 'POST',
  path: '/api/v2/issues/getPatch',
  summary: 'The patch of an issue with its diff and its proof; NONE where there is none',
  source: 'extended',
  effect: 'reads',
  errors: [404],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, issueId: Id }),
  response: z.object({ patch: Patch }),
});

export const cancelPatch = endpoint({
  id: 'issues.cancelPatch',
  method: 'POST',
  path: '/api/v2/issues/cancelPatch',
  summary: 'Stop making patches; what an issue had before is there again',
  source: 'extended',
  effect: 'changes',
  errors: [404, 422],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, issueIds: issueSelection }),
  response: z.object({ patches: z.array(PatchStatusItem) }),
});

export const approvePatch = endpoint({
  id: 'issues.approvePatch',
  method: 'POST',
  path: '/api/v2/issues/approvePatch',
  also: [{ method: 'POST', path: '/api/v1/issues/approve-patch' }],
  summary: 'A person takes the patch: the issue is PATCHING until a scan does not see it any more',
  source: 'extended',
  effect: 'changes',
  errors: [404, 409],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, issueId: Id }),
  response: z.object({ patch: Patch }),
});

/** A pull request that was opened with a patch. */
export const PatchPullRequest = z.object({
  id: Id,
  issueId: Id,
  repositoryId: Id,
  number: z.int().min(1),
  title: z.string(),
  url: z.string(),
  branch: z.string(),
  baseBranch: z.string(),
  status: z.enum(['OPEN', 'MERGED', 'CLOSED']),
  createdAt: Instant,
});
export type PatchPullRequest = z.output<typeof PatchPullRequest>;

export const openPullRequest = endpoint({
  id: 'issues.openPullRequest',
  method: 'POST',
  path: '/api/v2/issues/openPullRequest',
  summary: 'Open a pull request with the patch of an issue; one that is open for it already is answered',
  source: 'extended',
  effect: 'changes',
  success: 201,
  errors: [403, 404, 409, 422],
  idempotent: true,
  request: z.strictObject({ ...organizationScope, issueId: Id }),
  response: z.object({ pullRequest: PatchPullRequest }),
});
