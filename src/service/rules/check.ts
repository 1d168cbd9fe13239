import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import { type checkRules as endpoint, maximumRuleMatches } from '../../api/contract/rules/check.ts';
import type { CheckedRules } from '../../engine/custom-rules/check-rules.ts';
import { ScanError } from '../analysis/errors.ts';
import type { ScanRunner } from '../analysis/scan-runner.ts';
import type { Caller, Core } from '../core/context.ts';
import { Refusal } from '../core/errors.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import { type CodeAccess, openCode } from '../repositories/repository-code.ts';

/** Checks at once, of which one runs: each takes seconds of a processor. */
const mostAtOnce = 8;
const atOnce = new WeakMap<ScanRunner, number>();

/**
 * What is wrong in a file of rules, and what its rules find in a repository: in a local folder as it is, in any other as the
 * latest scan saw it. Keeps nothing.
 * @throws Refusal 404; 422 where there is no code, or the rules take too long; 429 where too many wait
 */
export async function checkRules(
  core: Core & CodeAccess & { readonly runner: ScanRunner },
  caller: Caller,
  request: ParsedRequestOf<typeof endpoint>,
): Promise<ResponseOf<typeof endpoint>> {
  const repository = await repositoryOf(core, caller, request);
  const running = atOnce.get(core.runner) ?? 0;
  if (running >= mostAtOnce)
    throw new Refusal(429, 'Too many checks of rules wait already. Try again in a moment.', {
      retryAfter: 10,
    });
  atOnce.set(core.runner, running + 1);
  try {
    using code = await openCode(core, repository, request.branch);
    const { content, examples = [], pathPrefix = '', followData = false } = request;
    const maximumMatches = maximumRuleMatches;
    const asked = { root: code.root, content, examples, pathPrefix, maximumMatches, followData };
    return toAnswer(await core.runner.checkRules(asked));
  } catch (error) {
    if (error instanceof ScanError && error.code === 'not-analysed') throw new Refusal(422, error.message);
    throw error;
  } finally {
    atOnce.set(core.runner, (atOnce.get(core.runner) ?? 1) - 1);
  }
}

const toAnswer = (checked: CheckedRules): ResponseOf<typeof endpoint> => ({
  rules: [...checked.rules],
  problems: checked.problems.map(({ line, column, rule, message }) => ({
    line,
    column,
    ...(rule !== undefined && { ruleId: rule }),
    message,
  })),
  matches: checked.findings.map(({ ruleId, file, range, snippet, message, codeFlows: [flow] }) => ({
    ruleId: ruleId.replace(/^custom\//, ''),
    file,
    ...range,
    snippet,
    message,
    ...(flow && {
      flow: flow.steps.map((step) => ({ file: step.file, ...step.range, message: step.message })),
    }),
  })),
  truncated: !checked.isWhole,
  filesSearched: checked.filesSearched,
  notSearched: [...checked.notSearched],
  stopped: [...checked.stopped],
  differences: [...checked.differences],
  examplesRun: checked.examplesRun,
});
