import * as vscode from 'vscode';
import { McpServers } from './mcp-provider.ts';
import type { AgentToolParts } from './parts.ts';

/** What the manifest contributes for language models. */
interface Contributed {
  readonly languageModelTools?: readonly { readonly name: string }[];
}

/** Offers the agent's tools to the editor's language models, their code loaded with the first use, and its MCP server. */
export function offerTools(parts: AgentToolParts): vscode.Disposable {
  const code = async () => {
    const { LanguageModelTools } = await import('./language-model-tools.ts');
    return new LanguageModelTools(parts);
  };
  let loading: ReturnType<typeof code> | undefined;
  const loaded = () => {
    loading ??= code();
    return loading;
  };
  const { contributes } = parts.context.extension.packageJSON as { readonly contributes?: Contributed };
  const tools = (contributes?.languageModelTools ?? []).map(({ name }) =>
    vscode.lm.registerTool<object>(name, {
      prepareInvocation: async ({ input }, token) => (await loaded()).prepare(name, input, token),
      invoke: async ({ input }, token) => (await loaded()).invoke(name, input, token),
    }),
  );
  // The editor asks which servers there are with every start: all of the agent's code is not loaded for that.
  const servers = new McpServers(parts);
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
      provideMcpServerDefinitions: () => servers.definitions(),
      resolveMcpServerDefinition: async (server) =>
        server instanceof vscode.McpStdioServerDefinition ? await servers.resolved(server) : undefined,
    }),
  );
}
