import * as vscode from 'vscode';
import type { AgentToolParts } from './parts.ts';

/** What the manifest contributes for language models. */
interface Contributed {
  readonly languageModelTools?: readonly { readonly name: string }[];
}

/** Offers the agent's tools to the editor's language models, and its MCP server; their code comes with the first use. */
export function offerTools(parts: AgentToolParts): vscode.Disposable {
  const code = async () => {
    const { LanguageModelTools, McpServers } = await import('../agent/index.ts');
    return { tools: new LanguageModelTools(parts), servers: new McpServers(parts) };
  };
  let loading: ReturnType<typeof code> | undefined;
  const loaded = () => {
    loading ??= code();
    return loading;
  };
  const { contributes } = parts.context.extension.packageJSON as { readonly contributes?: Contributed };
  const tools = (contributes?.languageModelTools ?? []).map(({ name }) =>
    vscode.lm.registerTool<object>(name, {
      prepareInvocation: async ({ input }, token) => (await loaded()).tools.prepare(name, input, token),
      invoke: async ({ input }, token) => (await loaded()).tools.invoke(name, input, token),
    }),
  );
  const changed = new vscode.EventEmitter<void>();
  const change = () => changed.fire();
  return vscode.Disposable.from(
    ...tools,
    changed,
    parts.connection.onDidChangeService(change),
    vscode.workspace.onDidChangeWorkspaceFolders(change),
    vscode.workspace.onDidGrantWorkspaceTrust(change),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('parapet.mcp')) change();
    }),
    vscode.lm.registerMcpServerDefinitionProvider('parapet.mcp', {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: async () => (await loaded()).servers.definitions(),
      resolveMcpServerDefinition: async (server) =>
        server instanceof vscode.McpStdioServerDefinition
          ? (await loaded()).servers.resolved(server)
          : undefined,
    }),
  );
}
