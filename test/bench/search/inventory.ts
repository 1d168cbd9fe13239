import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpEndpoint } from '../../../src/api/contract/endpoints.ts';
import { contract } from '../../../src/api/contract/index.ts';
import type { IssueListItem } from '../../../src/api/contract/issue.ts';
import type { Harness } from '../../unit/service/support/harness.ts';

const { httpEndpoints, issues } = contract;

const fixtures = join(import.meta.dirname, '../../fixtures/search');

/** What a plain full text has of a document. */
export interface Document {
  readonly id: string;
  readonly texts: readonly string[];
  /** As queries grade it. */
  readonly line: string;
}

/** Scans the projects of `test/fixtures/search`. @returns their issues and endpoints, each as a document */
export async function scanInventory(
  service: Harness,
): Promise<{ readonly issues: readonly Document[]; readonly endpoints: readonly Document[] }> {
  for (const name of readdirSync(fixtures).toSorted()) {
    cpSync(join(fixtures, name), join(service.folder, 'work', name), { recursive: true });
    const { status, errorMessage } = await service.scan(await service.addRepository(name));
    if (status !== 'COMPLETED') throw new Error(`The scan of ${name} is ${status}: ${errorMessage}`);
  }
  return { issues: await issuesOf(service), endpoints: await endpointsOf(service) };
}

async function issuesOf(service: Harness): Promise<readonly Document[]> {
  const found: Document[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await service.call(issues.searchIssues, {
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    });
    for (const issue of page.issues) {
      const { issue: detail } = await service.call(issues.getIssue, { id: issue.id });
      found.push(ofIssue(issue, detail.description));
    }
    cursor = page.nextCursor;
    if (cursor === undefined) return found;
  }
}

async function endpointsOf(service: Harness): Promise<readonly Document[]> {
  const found: Document[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await service.call(httpEndpoints.listEndpoints, {
      limit: 100,
      ...(cursor !== undefined && { cursor }),
    });
    found.push(...page.endpoints.map(ofEndpoint));
    cursor = page.nextCursor;
    if (cursor === undefined) return found;
  }
}

const ofIssue = (
  { id, title, vulnClass, cwes, severity, file, repositoryName }: IssueListItem,
  description: string,
): Document => ({
  id,
  texts: [title, description, vulnClass, cwes.join(' '), severity, file, repositoryName],
  line: `${repositoryName} ${vulnClass} ${severity} ${file}`,
});

const ofEndpoint = ({
  id,
  name,
  description,
  methods,
  path,
  authentication,
  guards,
  file,
  repositoryName,
}: HttpEndpoint): Document => ({
  id,
  texts: [
    name,
    description,
    methods.join(' '),
    path,
    authentication,
    guards.map(({ guard }) => guard).join(' '),
    file,
    repositoryName,
  ],
  line: `${repositoryName} ${methods.join() || 'ANY'} ${path} ${authentication}`,
});
