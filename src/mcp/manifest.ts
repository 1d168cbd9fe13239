import { toolset } from '../agent/toolset.ts';
import type { McpManifest } from '../api/contract/mcp.ts';
import { describeTool } from './describe.ts';
import { taskPrompts } from './prompts.ts';
import { issueUriTemplate, mcpProtocolVersions, mcpServerName } from './protocol.ts';

/** What `GET /mcp-manifest.json` answers: how an MCP client starts the server, and what it finds there. */
export function mcpManifest(version: string): McpManifest {
  return {
    name: mcpServerName,
    title: 'Parapet',
    description:
      'Security issues of your code with their flow from source to sink: list, explain, investigate, patch, triage, scan.',
    version,
    protocolVersions: [...mcpProtocolVersions],
    transports: [
      {
        type: 'stdio',
        command: 'parapet',
        args: ['mcp', '--base-url', '{baseUrl}', '--repository', '{folder}'],
        environment: ['PARAPET_TOKEN_ID', 'PARAPET_TOKEN_SECRET'],
      },
    ],
    tools: toolset.map((tool) => ({ ...describeTool(tool), effect: tool.effect })),
    resources: [{ uriTemplate: issueUriTemplate, title: 'An issue in full', mimeType: 'text/markdown' }],
    prompts: taskPrompts.map(({ name, title, description, arguments: given }) => ({
      name,
      title,
      description,
      arguments: given.map((argument) => ({ ...argument })),
    })),
  };
}
