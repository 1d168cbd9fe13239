import type { IssueListItem } from '../../api/contract/issue.ts';
import type { Caller } from '../core/context.ts';
import { mayAsk } from '../models/models.ts';
import type { NumberedScanEvent } from '../scans/scan-events.ts';
import type { ServiceCore } from '../service-core.ts';

type Asked = Pick<IssueListItem, 'organizationId' | 'repositoryId' | 'fixable'>;

/** Issues that rules have no fix for, marked where a language model may be asked for one now. */
export async function withModels<I extends Asked>(
  core: Pick<ServiceCore, 'db' | 'models'>,
  issues: readonly I[],
): Promise<I[]> {
  const mayBe = new Map<string, boolean>();
  for (const { organizationId, repositoryId, fixable } of issues) {
    if (fixable?.by !== 'NONE' || mayBe.has(repositoryId)) continue;
    const model = await mayAsk(core, core.models, organizationId, repositoryId);
    mayBe.set(repositoryId, model !== undefined);
  }
  return issues.map((issue) =>
    issue.fixable?.by === 'NONE' && mayBe.get(issue.repositoryId) === true
      ? { ...issue, fixable: { ...issue.fixable, by: 'MODEL' } }
      : issue,
  );
}

/** An operation that answers with issues, each with whether a language model may be asked. */
export const askingModels =
  <C extends ServiceCore, R, I extends Asked, A extends { readonly issues: readonly I[] }>(
    operation: (core: C, caller: Caller, request: R) => Promise<A>,
  ) =>
  async (core: C, caller: Caller, request: R) => {
    const answer = await operation(core, caller, request);
    return { ...answer, issues: await withModels(core, answer.issues) };
  };

/** As `askingModels`, of one issue. */
export const askingModel =
  <C extends ServiceCore, R, I extends Asked, A extends { readonly issue: I }>(
    operation: (core: C, caller: Caller, request: R) => Promise<A>,
  ) =>
  async (core: C, caller: Caller, request: R) => {
    const answer = await operation(core, caller, request);
    const [marked] = await withModels(core, [answer.issue]);
    return { ...answer, issue: marked ?? answer.issue };
  };

/** Events of a scan, with what `withModels` says of the issues in them. */
export async function withModelsInEvents(
  core: Pick<ServiceCore, 'db' | 'models'>,
  events: readonly NumberedScanEvent[],
): Promise<NumberedScanEvent[]> {
  const found = events.flatMap((one) => (one.event === 'issue.found' ? [one.data.issue] : []));
  const marked = new Map((await withModels(core, found)).map((issue) => [issue.id, issue]));
  return events.map((one) =>
    one.event === 'issue.found'
      ? { ...one, data: { ...one.data, issue: marked.get(one.data.issue.id) ?? one.data.issue } }
      : one,
  );
}
