import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as vscode from 'vscode';
import { McpServers } from '../../src/views/agent/mcp-provider.ts';
import { embeddedService, projectFolder, serviceFolder, until } from './window.ts';

interface Manifest {
  readonly contributes: {
    readonly languageModelTools: readonly { readonly name: string; readonly inputSchema: object }[];
    readonly mcpServerDefinitionProviders: readonly { readonly id: string }[];
  };
}

async function invoke(name: string, input: object = {}): Promise<string> {
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(`parapet_${name}`, options);
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('\n');
}

/** An issue of the class; not the one in reports.py, whose patch is made by another test. */
async function issueOf(vulnClass: string): Promise<string> {
  const text = await invoke('list_issues', { vulnClasses: [vulnClass] });
  const row = text.split('\n').find((line) => line.includes(' id ') && !line.includes('reports.py'));
  return /id ([0-9a-f-]{36})/.exec(row ?? '')?.[1] ?? assert.fail(text);
}

function extension() {
  return vscode.extensions.getExtension('parapet.parapet') ?? assert.fail('the extension is not there');
}

/** What the editor's language models and agents get, with the real service. */
describe('the agent’s tools in the editor', function () {
  this.timeout(90_000);

  before(async () => {
    await vscode.commands.executeCommand('parapet.scanWorkspace');
  });

  it('are all known to the editor, with their schemas', async () => {
    const { languageModelTools } = (extension().packageJSON as Manifest).contributes;
    await until('the tools', () => vscode.lm.tools.some(({ name }) => name === 'parapet_list_issues'));
    for (const { name, inputSchema } of languageModelTools) {
      const known = vscode.lm.tools.find((tool) => tool.name === name);
      assert.deepEqual(known?.inputSchema, inputSchema, name);
    }
  });

  it('answer from the code of this workspace, as data', async () => {
    const text = await invoke('list_issues');
    assert.match(text, /^<data id="[0-9a-f]{8}" source="list_issues">/);
    assert.match(text, /backoffice\/reports\.py:\d+/);
    assert.match(
      await invoke('explain_issue', { issueId: await issueOf('command-injection') }),
      /\*\*Flow\*\*/,
    );
    assert.match(await invoke('read_code', { path: 'backoffice/reports.py', endLine: 3 }), /lines 1 to 3/);
  });

  it('are invoked each by its name, those without an effect at once', async () => {
    const issueId = await issueOf('command-injection');
    const path = 'backoffice/reports.py';
    const inputs: Readonly<Record<string, object>> = {
      list_issues: {},
      search_issues: { query: 'reports' },
      search_vulnerabilities: { query: 'a shell runs what a user typed' },
      search_endpoints: {},
      explain_issue: { issueId },
      investigate_issue: { issueId },
      get_investigation: { issueId },
      generate_patch: { issueId },
      show_patch: { issueId },
      scan_code: { path: 'new.py', text: 'import os\nos.system(input())\n' },
      scan_files: { paths: [path] },
      get_scan: {},
      read_code: { path },
      search_code: { query: 'import' },
      list_files: {},
      list_dependencies: {},
      list_vulnerable_dependencies: {},
      list_ai_components: {},
      statistics: {},
      list_rules: {},
      list_repositories: {},
      recall: {},
    };
    for (const [name, input] of Object.entries(inputs)) {
      assert.match(await invoke(name, input), new RegExp(`^<data id="[0-9a-f]{8}" source="${name}">`), name);
    }
    // Nothing to compare with, and nothing changed: said as the reason.
    for (const name of ['compare_scans', 'scan_changes']) await assert.rejects(invoke(name), name);
    const asking = ['apply_patch', 'open_pull_request', 'triage_issues', 'scan_repository', 'remember'];
    const { languageModelTools } = (extension().packageJSON as Manifest).contributes;
    assert.deepEqual(
      languageModelTools.map(({ name }) => name).sort(),
      [...Object.keys(inputs), 'compare_scans', 'scan_changes', ...asking]
        .map((name) => `parapet_${name}`)
        .sort(),
    );
  });

  it('say what is wrong with a call', async () => {
    await assert.rejects(invoke('explain_issue', { issueId: '00000000-0000-4000-8000-000000000000' }));
  });

  it('change what they were agreed to change, and the window shows it', async () => {
    const issueId = await issueOf('command-injection');
    const decided = { issueIds: [issueId], status: 'BACKLOG' };
    assert.match(await invoke('triage_issues', decided), /Done for 1 issue/);
    const { content } = await vscode.lm.invokeTool('parapet_explain_issue', {
      input: { issueId },
      toolInvocationToken: undefined,
    });
    assert.match(JSON.stringify(content), /backlog/);
    await invoke('triage_issues', { issueIds: [issueId], status: 'PENDING_REVIEW' });
  });

  it('come as an MCP server too, which starts as the editor would start it', async () => {
    const { mcpServerDefinitionProviders } = (extension().packageJSON as Manifest).contributes;
    assert.deepEqual(
      mcpServerDefinitionProviders.map(({ id }) => id),
      ['parapet.mcp'],
    );
    const data = vscode.Uri.file(serviceFolder() ?? assert.fail('no service runs'));
    const context = {
      extension: extension(),
      asAbsolutePath: (file: string) => vscode.Uri.joinPath(extension().extensionUri, file).fsPath,
    };
    const parts = { context, connection: { remote: undefined, dataFolder: data } };
    const servers = new McpServers(parts as unknown as ConstructorParameters<typeof McpServers>[0]);
    const settings = vscode.workspace.getConfiguration('parapet');
    await settings.update('mcp.offer', true, vscode.ConfigurationTarget.Global);
    const [definition, ...others] = servers.definitions();
    await settings.update('mcp.offer', undefined, vscode.ConfigurationTarget.Global);
    assert.ok(definition);
    assert.deepEqual(others, []);
    const started = await servers.resolved(definition);
    const pid = embeddedService()?.pid;
    const client = new Client({ name: 'test', version: '1' });
    const env = Object.fromEntries(
      Object.entries({ ...process.env, ...started.env }).flatMap(([name, value]) =>
        value === null || value === undefined ? [] : [[name, String(value)]],
      ),
    );
    await client.connect(
      new StdioClientTransport({ command: started.command, args: started.args, env, stderr: 'ignore' }),
    );
    try {
      const { tools } = await client.listTools();
      assert.ok(tools.some(({ name }) => name === 'apply_patch'));
      const answer = await client.callTool({ name: 'list_repositories', arguments: {} });
      // The service of this window, with what it knows: no second one is started.
      assert.match(JSON.stringify(answer), /last scan completed/);
      assert.equal(embeddedService()?.pid, pid);
    } finally {
      await client.close();
    }
  });

  it('are offered over MCP where the setting says so: the same tools are there already', async () => {
    const settings = vscode.workspace.getConfiguration('parapet');
    const servers = new McpServers({
      connection: { remote: undefined, dataFolder: projectFolder() },
      context: { extension: extension(), asAbsolutePath: (file: string) => file },
    } as unknown as ConstructorParameters<typeof McpServers>[0]);
    assert.deepEqual(servers.definitions(), []);
    await settings.update('mcp.offer', true, vscode.ConfigurationTarget.Global);
    try {
      assert.equal(servers.definitions().length, 1);
    } finally {
      await settings.update('mcp.offer', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
