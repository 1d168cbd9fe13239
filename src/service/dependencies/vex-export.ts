import type { ParsedRequestOf, ResponseOf } from '../../api/contract/endpoint.ts';
import type { contract } from '../../api/contract/index.ts';
import type { IssueListItem } from '../../api/contract/issue.ts';
import { cycloneDxVex } from '../../api/vex/cyclonedx-vex.ts';
import { openVex } from '../../api/vex/openvex.ts';
import { productUrl, statementsOf } from '../../api/vex/statements.ts';
import type { Caller, Core } from '../core/context.ts';
import { impossible } from '../core/errors.ts';
import { worstFirst } from '../issues/issue-order.ts';
import { issueRows, toIssueListItems } from '../issues/issue-rows.ts';
import { reopenDue } from '../issues/issue-triage.ts';
import { repositoryOf } from '../repositories/repositories.ts';
import type { ServiceCore } from '../service-core.ts';
import type { Queries } from '../store/dialect.ts';

type Operations = typeof contract.dependencies;

/** What was decided about a repository's vulnerable packages. @throws Refusal 404, and 422 where OpenVEX would be empty */
export async function exportVex(
  core: ServiceCore,
  caller: Caller,
  request: ParsedRequestOf<Operations['exportVex']>,
): Promise<ResponseOf<Operations['exportVex']>> {
  const { format, branch } = request;
  const { id, name } = await repositoryOf(core, caller, request);
  await reopenDue(core);
  const statements = statementsOf(await packageIssues(core, id, branch));
  if (statements.length === 0 && format === 'openvex')
    throw impossible(
      'repositoryId',
      'No scan of the repository found a vulnerable package, and an OpenVEX document needs a statement. Scan it first, or choose CycloneDX.',
    );
  const subject = {
    name,
    purl: productUrl(name),
    author: request.author ?? (await emailOf(core.db, caller)),
    toolVersion: core.version,
    at: core.now(),
  };
  const document =
    format === 'openvex'
      ? openVex(statements, subject)
      : cycloneDxVex(statements, subject, format === 'cyclonedx-1.7' ? '1.7' : '1.6');
  return { document, statementCount: statements.length };
}

/** Every issue of a repository that is about a package, in a stable order. */
export async function packageIssues(
  core: Core,
  repositoryId: string,
  branch: string | undefined,
): Promise<readonly IssueListItem[]> {
  let query = issueRows(core.db)
    .where('issues.repository_id', '=', repositoryId)
    .where('issues.dependency', 'is not', null)
    .where('issues.scan_kind', '!=', 'PR')
    .orderBy(worstFirst);
  if (branch !== undefined) query = query.where('issues.branch', '=', branch);
  return toIssueListItems(core, await query.execute());
}

async function emailOf(db: Queries, caller: Caller): Promise<string> {
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', caller.userId)
    .executeTakeFirstOrThrow();
  return email;
}
