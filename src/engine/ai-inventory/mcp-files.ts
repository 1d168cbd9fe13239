/** Which files may configure MCP servers. */

/** Settings of clients, by path. Any other JSON file has to have `mcpServers` to be read. */
const clientFile =
  /(?:^|\/)(?:\.?mcp\.json|mcp[-_](?:config|settings|servers)\.json|claude_desktop_config\.json|\.claude\.json|cline_mcp_settings\.json|opencode\.jsonc?|crush\.json|\.crush\.json|gemini-extension\.json|devcontainer\.json|\.(?:vscode|zed|gemini|qwen|claude|amp|kiro|copilot|factory|trae|lmstudio|idx|cursor|roo|junie|amazonq|windsurf|continue)\/.*\.jsonc?|plugin\.json)$|\.code-workspace$/;

/** Whether the program itself is the client: its own sources and resources, and frameworks' files; not an editor's. */
export const isOfProgram = (path: string): boolean =>
  /(?:^|\/)(?:librechat|fastagent\.config|mcp_agent\.config)[^/]*$/.test(path) ||
  (/(?:^|\/)(?:src|resources|app|backend|server)\//.test(path) &&
    !/(?:^|\/)\.[\w-]+(?:\/|\.json$)|claude_desktop_config/.test(path));

export function isMcpCandidate({ path, text }: { readonly path: string; readonly text?: string }): boolean {
  if (text === undefined || text.length > 1_000_000) return false;
  if (/\.(?:json|jsonc)$|\.code-workspace$/.test(path))
    return clientFile.test(path) || text.includes('"mcpServers"');
  if (path.endsWith('.toml'))
    return /(?:^|\/)\.codex\/[^/]+\.toml$/.test(path) || /^[ \t]*\[mcp_servers[.\]]/m.test(text);
  return (
    /\.ya?ml$/.test(path) &&
    /(?:^|\/)(?:\.continue\/.*|librechat|\.?goose\/config|fastagent\.config|mcp_agent\.config)/.test(path)
  );
}
