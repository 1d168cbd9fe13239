import * as z from 'zod';
import { ToolEffect } from './agent/vocabulary.ts';
import { endpoint } from './endpoint.ts';
import { Empty } from './fields.ts';

/** The MCP server as data: what a client needs to know before it starts one. */

const JsonSchema = z.object({ type: z.literal('object') }).catchall(z.unknown());

export const McpManifest = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string(),
  /** Of the Model Context Protocol, the newest first. */
  protocolVersions: z.array(z.string()),
  transports: z.array(
    z.object({
      type: z.literal('stdio'),
      command: z.string(),
      /** `{baseUrl}` stands for this service's address, `{folder}` for that of the code. */
      args: z.array(z.string()),
      /** Variables that hold the credentials. */
      environment: z.array(z.string()),
    }),
  ),
  tools: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      inputSchema: JsonSchema,
      outputSchema: JsonSchema.optional(),
      annotations: z.object({
        title: z.string(),
        readOnlyHint: z.boolean(),
        destructiveHint: z.boolean(),
        idempotentHint: z.boolean(),
        openWorldHint: z.boolean(),
      }),
      effect: ToolEffect,
    }),
  ),
  resources: z.array(z.object({ uriTemplate: z.string(), title: z.string(), mimeType: z.string() })),
  prompts: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      description: z.string(),
      arguments: z.array(z.object({ name: z.string(), description: z.string(), required: z.boolean() })),
    }),
  ),
});
export type McpManifest = z.output<typeof McpManifest>;

/** The same for everyone and without anything of anyone, as the OpenAPI document: so no credentials are asked for. */
export const getMcpManifest = endpoint({
  id: 'mcp.manifest',
  method: 'GET',
  path: '/mcp-manifest.json',
  summary: 'The MCP server: how to start it, its tools, resources and prompts',
  source: 'extended',
  effect: 'reads',
  auth: 'none',
  idempotent: true,
  request: Empty,
  response: McpManifest,
});
