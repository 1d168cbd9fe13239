import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  type CallToolRequest,
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { asData, dataRule, visible } from '../agent/data.ts';
import {
  type ServiceCalls,
  type Tool,
  type ToolContext,
  ToolFailure,
  type WorkspaceActions,
} from '../agent/tool.ts';
import { toolset } from '../agent/toolset.ts';
import type { Consent } from '../api/contract/agent/message.ts';
import { askFor, declinedMessage, unaskedMessage } from './consent.ts';
import { describeTool } from './describe.ts';
import { taskPrompts } from './prompts.ts';
import { mcpServerName } from './protocol.ts';
import { issueTemplate, listIssueResources, readIssueResource } from './resources.ts';

export interface McpServerOptions {
  readonly version: string;
  readonly service: ServiceCalls;
  readonly organizationId?: string | undefined;
  /** The repository that is spoken of, where a tool is not given another. */
  readonly repositoryId?: string | undefined;
  /** Where patches are applied; none where the server was started for no folder. */
  readonly workspace?: WorkspaceActions | undefined;
  /** The host of a service that is not on this machine. */
  readonly elsewhere?: string | undefined;
  /** Effects are not asked about here: whoever started the server leaves that to the client. */
  readonly allowEffects: boolean;
}

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

const instructions = `Parapet finds security issues in code and proves each with its flow from source to sink. Begin with list_issues; explain_issue tells all about one; generate_patch makes a proven fix. Name file and line in answers. ${dataRule}`;

/** The tool set over MCP. It knows no transport: whoever made it connects it. */
export function createMcpServer(options: McpServerOptions): Server {
  const server = new Server(
    { name: mcpServerName, title: 'Parapet', version: options.version },
    { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions },
  );
  const contextOf = (signal: AbortSignal, progress: (stage: string) => void): ToolContext => ({
    service: options.service,
    organizationId: options.organizationId,
    repositoryId: options.repositoryId,
    workspace: options.workspace,
    elsewhere: options.elsewhere,
    signal,
    progress,
  });

  const tools = toolset.map(describeTool);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
  server.setRequestHandler(CallToolRequestSchema, async (request, extra) => {
    const tool = toolset.find(({ name }) => name === request.params.name);
    if (!tool) {
      throw new McpError(ErrorCode.InvalidParams, `There is no tool ${visible(request.params.name)}.`);
    }
    const context = contextOf(extra.signal, reporter(request, extra));
    return await call(server, tool, request.params.arguments ?? {}, context, options.allowEffects);
  });

  const quietly = (signal: AbortSignal) => contextOf(signal, () => undefined);
  server.setRequestHandler(ListResourcesRequestSchema, (request, { signal }) =>
    listIssueResources(request.params?.cursor, quietly(signal)),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [issueTemplate],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, (request, { signal }) =>
    readIssueResource(request.params.uri, quietly(signal)),
  );

  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: taskPrompts.map(({ name, title, description, arguments: given }) => ({
      name,
      title,
      description,
      arguments: [...given],
    })),
  }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) =>
    promptOf(params.name, params.arguments ?? {}),
  );
  return server;
}

async function call(
  server: Server,
  tool: Tool,
  given: unknown,
  context: ToolContext,
  allowEffects: boolean,
): Promise<CallToolResult> {
  const input = tool.input.safeParse(given);
  if (!input.success) return failed(`The input does not fit:\n${z.prettifyError(input.error)}`);
  try {
    let agreed: Consent | undefined;
    if (tool.effect !== 'none' && !allowEffects) {
      const consent = await tool.consent?.(input.data, context);
      if (!consent) return failed(`${tool.name} cannot say what it would do, so nothing was done.`);
      const decision = await askFor(consent, server, context.signal);
      if (decision.kind === 'unasked') return failed(unaskedMessage(consent));
      if (decision.kind === 'declined') return failed(declinedMessage);
      agreed = consent;
    }
    const { text, data } = await tool.run(input.data, { ...context, agreedVersion: agreed?.version });
    if (tool.output && (typeof data !== 'object' || data === null || Array.isArray(data))) {
      return failed('The answer is too long to be given as data. Ask for less at once.');
    }
    return {
      content: [{ type: 'text', text: asData(text, tool.name) }],
      ...(tool.output && { structuredContent: data as Record<string, unknown> }),
    };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof ToolFailure) return failed(error.message);
    throw error;
  }
}

function failed(message: string): CallToolResult {
  return { content: [{ type: 'text', text: visible(message) }], isError: true };
}

/** Tells the client how far a call is, if it asked to be told. */
function reporter(request: CallToolRequest, extra: Extra): (stage: string) => void {
  const progressToken = request.params._meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  let progress = 0;
  return (message) => {
    progress++;
    const params = { progressToken, progress, message: visible(message) };
    // A client that is gone is told of by the transport.
    extra.sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function promptOf(name: string, given: Readonly<Record<string, string>>) {
  const prompt = taskPrompts.find((each) => each.name === name);
  if (!prompt) throw new McpError(ErrorCode.InvalidParams, `There is no prompt ${visible(name)}.`);
  for (const argument of prompt.arguments) {
    if (argument.required && !given[argument.name]) {
      throw new McpError(ErrorCode.InvalidParams, `The prompt ${name} needs ${argument.name}.`);
    }
  }
  const content = { type: 'text' as const, text: visible(prompt.text(given)) };
  return { description: prompt.description, messages: [{ role: 'user' as const, content }] };
}
