/** What the MCP server is called and speaks. Apart from the SDK, which only the server itself loads. */

export const mcpServerName = 'parapet';

/** Versions of the Model Context Protocol, the newest first. */
export const mcpProtocolVersions = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
] as const;

export const issueUri = (issueId: string): string => `parapet://issues/${issueId}`;
export const issueUriTemplate = 'parapet://issues/{issueId}';

/** The issue that an address of a resource means. */
export function issueOfUri(uri: string): string | undefined {
  return /^parapet:\/\/issues\/([0-9a-f-]{36})$/i.exec(uri)?.[1];
}
