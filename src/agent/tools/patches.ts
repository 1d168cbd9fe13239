import * as z from 'zod';
import { Id } from '../../api/contract/fields.ts';
import type { Issue } from '../../api/contract/issue.ts';
import { getIssue } from '../../api/contract/issues.ts';
import {
  generatePatch as askForPatch,
  getPatch,
  type Patch,
  patchStatuses,
} from '../../api/contract/patches.ts';
import {
  busyPatchStatuses,
  PatchCheckName,
  PatchCheckStatus,
  PatchStatus,
  PatchValidation,
} from '../../api/contract/vocabulary.ts';
import { followJob } from '../../api/follow-job.ts';
import { answer } from '../answer.ts';
import { code, fenced, prose, shorten, visible, words } from '../data.ts';
import { patchVersion } from '../patch-version.ts';
import { withoutSecrets } from '../secrets.ts';
import { type ToolContext, ToolFailure } from '../tool.ts';
import { define, statusOf } from './define.ts';
import { count, inWords, issueName, issuePlace } from './issue-words.ts';
import { organization } from './repository.ts';

/** Patches: made, shown, and applied where the person works. */

const maximumDiff = 8_000;
const maximumFiles = 50;

const output = z.object({
  issueId: Id,
  status: PatchStatus,
  stage: z.string().optional(),
  validation: PatchValidation,
  title: z.string().optional(),
  explanation: z.string().optional(),
  files: z.array(z.object({ path: z.string(), added: z.int(), removed: z.int() })),
  diff: z.string(),
  checks: z.array(z.object({ name: PatchCheckName, status: PatchCheckStatus, detail: z.string() })),
  alsoResolved: z.int().optional(),
  /** Whether the files are still as the patch was made for. */
  current: z.boolean().optional(),
  errorMessage: z.string().optional(),
  /** What has to be set or installed before the program works with it. */
  needs: z.array(z.object({ name: z.string(), text: z.string() })).optional(),
  /** How a person fixes the issue, where there is no patch. */
  howToFix: z
    .object({ text: z.string(), before: z.string().optional(), after: z.string().optional() })
    .optional(),
});

export const generatePatch = define({
  name: 'generate_patch',
  title: 'Generate a patch',
  description:
    'Has a patch made that removes one issue, proves it by analysing the code with it, and answers with the diff and its proof. No file is changed: apply_patch does that. A patch that is ready and still fits is answered at once unless "again" is true. "force" tries an unpatchable issue again and keeps a change that could not be proven.',
  input: z.strictObject({
    issueId: Id,
    again: z.boolean().default(false),
    force: z.boolean().default(false),
    waitSeconds: z.int().min(0).max(600).default(120).describe('How long to wait for it; 0 does not wait.'),
  }),
  output,
  effect: 'none',
  derives: true,
  run: async ({ issueId, again, force, waitSeconds }, context) => {
    const before = await patchOf(issueId, context);
    const isReady = before.status === 'READY' && before.current !== false;
    if (!isReady || again || force) await ask(issueId, force, context);
    const { service, signal } = context;
    const request = { issueIds: [issueId], ...organization(context) };
    await followJob(
      {
        look: async () => (await service.call(patchStatuses, request, { signal })).patches[0],
        isEnded: (state) => !isBusy(state),
      },
      { signal, seconds: waitSeconds },
      (state) => {
        if (isBusy(state)) context.progress(visible(state?.stage ?? 'Making the patch'));
      },
    );
    return await shown(issueId, context);
  },
});

async function ask(issueId: string, force: boolean, context: ToolContext): Promise<void> {
  const request = { issueId, force, ...organization(context) };
  try {
    await context.service.call(askForPatch, request, { signal: context.signal });
  } catch (error) {
    if (statusOf(error) !== 409 || !(error instanceof Error)) throw error;
    throw new ToolFailure(`${error.message} Call generate_patch with "force": true to try all the same.`);
  }
}

export const showPatch = define({
  name: 'show_patch',
  title: 'Show a patch',
  description:
    'The patch of an issue with its diff, what it changes and why, and its proof; or how far it is. Makes none and applies none.',
  input: z.strictObject({ issueId: Id }),
  output,
  effect: 'none',
  run: ({ issueId }, context) => shown(issueId, context),
});

export const applyPatch = define({
  name: 'apply_patch',
  title: 'Apply a patch',
  description:
    'Changes the files where the person works: applies the patch of an issue that is ready. The person is asked first. Generate it with generate_patch and show it before.',
  input: z.strictObject({ issueId: Id }),
  output: z.object({ issueId: Id, applied: z.literal(true) }),
  effect: 'workspace',
  consent: async ({ issueId }, context) => {
    const [patch, issue] = await Promise.all([readyPatch(issueId, context), issueOf(issueId, context)]);
    const files = filesOf(patch);
    const lines = files.map(
      ({ path, added, removed }) =>
        `- ${code(path)}: ${count(added, 'line')} added, ${count(removed, 'line')} removed`,
    );
    const unproven =
      patch.validation === 'PASSED'
        ? ''
        : '**This change could not be proven.** See its checks with show_patch.';
    const stale =
      patch.current === false ? 'The files were changed since it was made; it may not fit any more.' : '';
    return {
      title: `Apply the patch to ${count(files.length, 'file')}?`,
      detail: [
        `${words(patch.title ?? 'The patch', 200)}, for ${issueName(issue)}:`,
        lines.join('\n'),
        needText(patch),
        unproven,
        stale,
      ]
        .filter((part) => part !== '')
        .join('\n\n'),
      confirm: 'Apply Patch',
      version: patchVersion(patch),
    };
  },
  run: async ({ issueId }, context) => {
    if (!context.workspace) {
      throw new ToolFailure(
        'A patch is applied where the files are: open the folder in the editor, or start the MCP server with --repository.',
      );
    }
    const patch = await readyPatch(issueId, context);
    const { agreedVersion } = context;
    if (agreedVersion !== undefined && patchVersion(patch) !== agreedVersion) {
      throw new ToolFailure(
        'The patch changed since it was agreed to, so nothing was changed. Look at it with show_patch, and ask again.',
      );
    }
    const said = await context.workspace.applyPatch(issueId, context.signal);
    return answer(said, { issueId, applied: true });
  },
});

export async function readyPatch(issueId: string, context: ToolContext): Promise<Patch> {
  const patch = await patchOf(issueId, context);
  if (patch.status === 'READY') return patch;
  const state = isBusy(patch)
    ? 'is still being made'
    : patch.status === 'NONE'
      ? 'was not made yet'
      : `is ${inWords(patch.status)}`;
  throw new ToolFailure(`The patch of this issue ${state}. Call generate_patch first.`);
}

async function patchOf(issueId: string, context: ToolContext): Promise<Patch> {
  const request = { issueId, ...organization(context) };
  return (await context.service.call(getPatch, request, { signal: context.signal })).patch;
}

export async function issueOf(id: string, context: ToolContext): Promise<Issue> {
  const request = { id, ...organization(context) };
  return (await context.service.call(getIssue, request, { signal: context.signal })).issue;
}

function isBusy(patch: Pick<Patch, 'status'> | undefined): boolean {
  return patch !== undefined && busyPatchStatuses.includes(patch.status);
}

async function shown(issueId: string, context: ToolContext) {
  const [patch, issue] = await Promise.all([patchOf(issueId, context), issueOf(issueId, context)]);
  const files = filesOf(patch);
  const diff = withoutSecretsInDiff(patch);
  const data: z.output<typeof output> = {
    issueId,
    status: patch.status,
    ...(patch.stage !== undefined && { stage: patch.stage }),
    validation: patch.validation,
    ...(patch.title !== undefined && { title: shorten(patch.title, 300) }),
    ...(patch.explanation !== undefined && { explanation: shorten(patch.explanation, 3_000) }),
    files: files.slice(0, maximumFiles),
    diff: shorten(diff, maximumDiff),
    checks: (patch.evidence?.checks ?? []).map(({ name, status, detail }) => ({
      name,
      status,
      detail: shorten(detail, 300),
    })),
    ...(patch.evidence && { alsoResolved: patch.evidence.alsoResolved }),
    ...(patch.current !== undefined && { current: patch.current }),
    ...(patch.errorMessage !== undefined && { errorMessage: shorten(patch.errorMessage, 500) }),
    ...(needsOf(patch).length > 0 && { needs: needsOf(patch) }),
    ...(isWithout(patch) && issue.howToFix && { howToFix: issue.howToFix }),
  };
  const places = files.map(({ path }) => ({ label: visible(path), path, issueId }));
  return answer(textOf(patch, issue, diff), data, [issuePlace(issue), ...places]);
}

function textOf(patch: Patch, issue: Issue, diff: string): string {
  const name = issueName(issue);
  const because = patch.errorMessage ? ` ${prose(patch.errorMessage, 500)}` : '';
  switch (patch.status) {
    case 'NONE':
      return `There is no patch for ${name} yet.`;
    case 'QUEUED':
    case 'GENERATING':
    case 'VALIDATING':
      return `The patch for ${name} is being made${patch.stage ? ` (${prose(patch.stage, 200)})` : ''}. Ask show_patch for it.`;
    case 'FAILED':
      return [`No patch could be made for ${name}.${because}`, howToText(issue)].filter(Boolean).join('\n\n');
    case 'UNPATCHABLE':
      return [`There is no automatic fix for ${name}.${because}`, howToText(issue)]
        .filter(Boolean)
        .join('\n\n');
    case 'READY':
      return [
        `**${words(patch.title ?? 'Patch', 200)}**, for ${name}. ${proof(patch)}`,
        needText(patch),
        prose(patch.explanation ?? '', 3_000),
        fenced(shorten(diff, maximumDiff), 'diff'),
        diff.length > maximumDiff ? `*The diff has ${diff.length} characters; its beginning is shown.*` : '',
        (patch.evidence?.checks ?? [])
          .map(({ name: check, status, detail }) => `- ${check}: ${inWords(status)}. ${prose(detail, 300)}`)
          .join('\n'),
      ]
        .filter((part) => part !== '')
        .join('\n\n');
  }
}

/** What has to be provided where the program runs, before it works with the patch. */
function needsOf({ needs = [] }: Patch): { name: string; text: string }[] {
  return needs.slice(0, 20).map(({ environment, package: library, setting, text }) => ({
    name: shorten(environment ?? library ?? setting ?? '', 200),
    text: shorten(text, 500),
  }));
}

function needText(patch: Patch): string {
  const needs = needsOf(patch);
  if (needs.length === 0) return '';
  const lines = needs.map(({ name, text }) => `- ${code(name)}: ${prose(text, 500)}`);
  return `**It needs this where the program runs**, before it works again:\n\n${lines.join('\n')}`;
}

const isWithout = ({ status }: Patch): boolean => status === 'FAILED' || status === 'UNPATCHABLE';

/** How a person fixes it, with an example in the names of the code. */
function howToText({ howToFix, language }: Issue): string {
  if (!howToFix) return '';
  const { text, before, after } = howToFix;
  return [
    `**How to fix it.** ${prose(text, 500)}`,
    ...(before === undefined || after === undefined
      ? []
      : [
          'Before:',
          fenced(shorten(before, 1_000), language),
          'After, for example:',
          fenced(shorten(after, 2_000), language),
        ]),
  ].join('\n\n');
}

function proof(patch: Patch): string {
  const also = patch.evidence?.alsoResolved ?? 0;
  const more = also > 0 ? ` ${count(also, 'other issue')} would be gone with it.` : '';
  const stale = patch.current === false ? ' The files were changed since: generate it again.' : '';
  return `${patch.validation === 'PASSED' ? 'Proven: the issue is gone and nothing is new.' : 'Not proven.'}${more}${stale}`;
}

export function filesOf(patch: Patch) {
  return patch.files.map(({ path, diff }) => {
    const lines = diff.split('\n');
    const body = lines.slice(
      Math.max(
        0,
        lines.findIndex((line) => line.startsWith('@@')),
      ),
    );
    return {
      path,
      added: body.filter((line) => line.startsWith('+')).length,
      removed: body.filter((line) => line.startsWith('-')).length,
    };
  });
}

/** A patch that takes a secret out of the code would show it once more. */
function withoutSecretsInDiff(patch: Patch): string {
  const diffs = patch.files.length > 0 ? patch.files : [{ path: 'patch.txt', diff: patch.diff }];
  return diffs.map(({ path, diff }) => withoutSecrets(path, diff, diff.replace(/^[-+ ]/gm, ''))).join('\n');
}
