import * as vscode from 'vscode';
import type { LanguageModelTools } from './language-model-tools.ts';
import { McpProvider } from './mcp-provider.ts';
import type { AgentToolParts } from './parts.ts';

/** What the manifest contributes for language models. */
interface Contributed {
  readonly languageModelTools?: readonly { readonly name: string }[];
}

/** Offers the agent's tools to the editor's language models, and its MCP server; their code comes with the first use. */
export function offerTools(parts: AgentToolParts): vscode.Disposable {
  let tools: Promise<LanguageModelTools> | undefined;
  const loaded = () => {
    tools ??= import('../agent/index.ts').then((module) => new module.LanguageModelTools(parts));
    return tools;
  };
  const { contributes } = parts.context.extension.packageJSON as { readonly contributes?: Contributed };
  const registrations = (contributes?.languageModelTools ?? []).map(({ name }) =>
    vscode.lm.registerTool<object>(name, {
      prepareInvocation: async ({ input }, token) => (await loaded()).prepare(name, input, token),
      invoke: async ({ input }, token) => (await loaded()).invoke(name, input, token),
    }),
  );
  return vscode.Disposable.from(...registrations, new McpProvider(parts));
}
