import * as z from 'zod';
import { Id } from '../../api/contract/fields.ts';
import { openPullRequest as ask } from '../../api/contract/patches.ts';
import { answer } from '../answer.ts';
import { code, shorten, visible, words } from '../data.ts';
import { patchVersion } from '../patch-version.ts';
import { ToolFailure } from '../tool.ts';
import { define } from './define.ts';
import { count, issueName, issuePlace } from './issue-words.ts';
import { filesOf, issueOf, readyPatch } from './patches.ts';
import { organization } from './repository.ts';

/** A patch as a pull request: others see it at the code host, so a person is asked first. */
export const openPullRequest = define({
  name: 'open_pull_request',
  title: 'Open a pull request',
  description:
    'Opens a pull request with the patch of an issue at the code host of its repository, on the branch that was scanned. The person is asked first. Generate the patch with generate_patch and show it before. Only where the repository was added through a connected code host.',
  input: z.strictObject({ issueId: Id }),
  output: z.object({
    issueId: Id,
    number: z.int(),
    title: z.string(),
    url: z.string(),
    branch: z.string(),
    baseBranch: z.string(),
  }),
  effect: 'service',
  consent: async ({ issueId }, context) => {
    const [patch, issue] = await Promise.all([readyPatch(issueId, context), issueOf(issueId, context)]);
    const files = filesOf(patch);
    return {
      title: `Open a pull request that changes ${count(files.length, 'file')}?`,
      detail: [
        `${words(patch.title ?? 'The patch', 200)}, for ${issueName(issue)}:`,
        files
          .map(
            ({ path, added, removed }) =>
              `- ${code(path)}: ${count(added, 'line')} added, ${count(removed, 'line')} removed`,
          )
          .join('\n'),
        'Everybody who sees the repository at its code host sees the pull request, and the issue that it fixes.',
        ...(patch.validation === 'PASSED' ? [] : ['**This change could not be proven.**']),
      ].join('\n\n'),
      confirm: 'Open Pull Request',
      version: patchVersion(patch),
    };
  },
  run: async ({ issueId }, context) => {
    const patch = await readyPatch(issueId, context);
    const { agreedVersion, service, signal } = context;
    if (agreedVersion !== undefined && patchVersion(patch) !== agreedVersion)
      throw new ToolFailure(
        'The patch changed since it was agreed to, so no pull request was opened. Look at it with show_patch, and ask again.',
      );
    const { pullRequest } = await service.call(ask, { issueId, ...organization(context) }, { signal });
    const { number, baseBranch, branch } = pullRequest;
    const data = {
      issueId,
      number,
      title: shorten(pullRequest.title, 300),
      url: shorten(visible(pullRequest.url), 2_000),
      branch: visible(branch),
      baseBranch: visible(baseBranch),
    };
    const issue = await issueOf(issueId, context);
    return answer(`Pull request ${number} to ${code(baseBranch)} is open: ${code(data.url)}`, data, [
      issuePlace(issue),
    ]);
  },
});
