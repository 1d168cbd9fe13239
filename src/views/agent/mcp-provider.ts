import * as vscode from 'vscode';
import type { AgentToolParts } from './parts.ts';

type Server = vscode.McpStdioServerDefinition;

/**
 * The MCP server as the editor starts it: one a folder, over the service that the window speaks with. A token is given
 * to it when it is started, by the environment, and only where it may be sent to that service.
 */
export class McpServers {
  readonly #parts: Pick<AgentToolParts, 'connection' | 'context'>;

  constructor(parts: Pick<AgentToolParts, 'connection' | 'context'>) {
    this.#parts = parts;
  }

  definitions(): Server[] {
    const isOffered = vscode.workspace.getConfiguration('parapet').get('mcp.offer', false);
    if (!isOffered || !vscode.workspace.isTrusted) return [];
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    return folders.map(({ name, uri }) =>
      this.#definition(folders.length > 1 ? `Parapet: ${name}` : 'Parapet', uri),
    );
  }

  /** Called when the server is about to be started. @throws Failure where the service elsewhere cannot be used */
  async resolved(server: Server): Promise<Server> {
    const { connection } = this.#parts;
    const { remote } = connection;
    if (!remote) return server;
    // Opens the connection as any use does: what may not be sent there is asked about or refused.
    const folder = server.cwd?.toString();
    await connection.useClient(new AbortController().signal, async () => undefined, folder);
    const token = await connection.credentials.read(remote.url);
    if (!token) return server;
    const organization = connection.remembered.organizationOf(folder)?.id;
    server.env = {
      ...server.env,
      PARAPET_TOKEN_ID: token.tokenId,
      PARAPET_TOKEN_SECRET: token.tokenSecret,
      PARAPET_HEADER_PREFIX: remote.headerPrefix,
      ...(organization === undefined ? {} : { PARAPET_ORGANIZATION_ID: organization }),
    };
    return server;
  }

  #definition(label: string, folder: vscode.Uri): Server {
    const { connection, context } = this.#parts;
    const { remote } = connection;
    const which = remote ? ['--base-url', remote.url] : ['--data', connection.dataFolder.fsPath];
    const version: unknown = context.extension.packageJSON.version;
    const definition = new vscode.McpStdioServerDefinition(
      label,
      process.execPath,
      [context.asAbsolutePath('dist/cli.js'), 'mcp', '--repository', folder.fsPath, ...which],
      // The editor's own binary is Node where it is told so.
      { ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: null },
      String(version),
    );
    definition.cwd = folder;
    return definition;
  }
}
