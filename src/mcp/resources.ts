import {
  ErrorCode,
  type ListResourcesResult,
  McpError,
  type ReadResourceResult,
} from '@modelcontextprotocol/sdk/types.js';
import { asData, shorten, visible } from '../agent/data.ts';
import { type ToolContext, ToolFailure } from '../agent/tool.ts';
import { explainIssue } from '../agent/tools/explain-issue.ts';
import { searchIssues } from '../api/contract/issues.ts';
import { openStatuses } from '../api/contract/vocabulary.ts';
import { issueOfUri, issueUri, issueUriTemplate } from './protocol.ts';

/** Issues as resources: open ones are listed worst first, any can be read. */

const mimeType = 'text/markdown';
const pageSize = 50;
/** The protocol's code for a resource that is not there. */
const resourceNotFound = -32002;

export const issueTemplate = {
  uriTemplate: issueUriTemplate,
  name: 'issue',
  title: 'An issue in full',
  description: 'Why it is one, its flow, entry point, impact, what to do, CVSS.',
  mimeType,
};

export async function listIssueResources(
  cursor: string | undefined,
  { service, organizationId, repositoryId, signal }: ToolContext,
): Promise<ListResourcesResult> {
  const { issues, nextCursor } = await answered(() =>
    service.call(
      searchIssues,
      {
        statuses: [...openStatuses],
        limit: pageSize,
        ...(organizationId !== undefined && { organizationId }),
        ...(repositoryId !== undefined && { repositoryIds: [repositoryId] }),
        ...(cursor !== undefined && { cursor }),
      },
      { signal },
    ),
  );
  return {
    resources: issues.map(({ id, title, file, startLine, severity }) => ({
      uri: issueUri(id),
      name: id,
      title: visible(shorten(title, 150)),
      description: visible(`${severity.toLowerCase()} in ${shorten(file, 300)}:${startLine}`),
      mimeType,
    })),
    ...(nextCursor !== undefined && { nextCursor }),
  };
}

/** @throws McpError where there is no such issue */
export async function readIssueResource(uri: string, context: ToolContext): Promise<ReadResourceResult> {
  const issueId = issueOfUri(uri);
  if (issueId === undefined) throw new McpError(resourceNotFound, `There is no resource ${visible(uri)}.`);
  const { text } = await answered(() => explainIssue.run({ issueId }, context));
  return { contents: [{ uri, mimeType, text: asData(text, 'issue') }] };
}

/** What the service refuses is told in its words; nothing else of an error is. */
async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isTold = error instanceof ToolFailure || (error instanceof Error && error.name === 'ApiError');
    throw new McpError(ErrorCode.InvalidRequest, isTold ? error.message : 'The service failed.');
  }
}
