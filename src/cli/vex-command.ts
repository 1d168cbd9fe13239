import { exportVex, searchVulnerabilities, type vexFormats } from '../api/contract/dependencies.ts';
import type { IssueListItem } from '../api/contract/issue.ts';
import { pages } from '../api/paging.ts';
import { statementsOf, type VexStatement } from '../api/vex/statements.ts';
import type { ExitCode } from './exit-codes.ts';
import { type FolderCommand, reportOn } from './folder-report.ts';
import type { CommandContext } from './scan-command.ts';
import { knownRepository, openService, type ServiceChoice } from './service-client.ts';

export interface VexCommand extends FolderCommand, ServiceChoice {
  readonly format: (typeof vexFormats)[number];
  readonly branch?: string;
  readonly author?: string;
}

/** Writes what the service's users decided about the vulnerable packages of a folder, as a VEX document. */
export function runVex(command: VexCommand, context: CommandContext): Promise<ExitCode> {
  const { signal } = context;
  return reportOn(command, context, async (root) => {
    await using service = openService(command, context);
    const { id: repositoryId } = await knownRepository(service, root, signal);
    const { format, branch, author } = command;
    const request = { repositoryId, format, ...(branch && { branch }), ...(author && { author }) };
    const { document } = await service.call(exportVex, request, { signal });
    return { text: `${JSON.stringify(document, null, 2)}\n` };
  });
}

/** What was decided about the vulnerable packages of a folder. @throws Error where the service does not know it */
export async function decidedIn(
  root: string,
  choice: ServiceChoice,
  context: CommandContext,
): Promise<readonly VexStatement[]> {
  const { signal } = context;
  await using service = openService(choice, context);
  const { id } = await knownRepository(service, root, signal);
  const issues: IssueListItem[] = [];
  for await (const page of pages(service, searchVulnerabilities, { repositoryIds: [id] }, { signal }))
    issues.push(...page.vulnerabilities);
  return statementsOf(issues);
}
