import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { projectFile, until } from './window.ts';

const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`parapet.${id}`, ...args);

const secret = 'zq7Lr2Vw9Xk4Tn8Bd3Hf6Jm1';

/** The AI components of a scan: seen here by what is exported and by what a line is explained with. */
describe('AI components', function () {
  this.timeout(120_000);
  const servers = projectFile('.mcp.json');
  const manifest = projectFile('assistant/package.json');
  const code = projectFile('assistant/ask.ts');
  const target = projectFile('assistant/export.txt');

  const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  const exported = async (format: string): Promise<string> => {
    await vscode.workspace.fs.delete(target).then(undefined, () => undefined);
    await run('aiExport', format, target);
    return await until('the export', async () =>
      vscode.workspace.fs.readFile(target).then(
        (bytes) => Buffer.from(bytes).toString('utf8'),
        () => undefined,
      ),
    );
  };
  const hovers = async (uri: vscode.Uri, line: number, character: number): Promise<string> => {
    const found = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      uri,
      new vscode.Position(line, character),
    );
    return found
      .flatMap(({ contents }) => contents)
      .map((content) => (typeof content === 'string' ? content : content.value))
      .join('\n');
  };

  before(async () => {
    const entry = { command: 'node', args: ['serve.js', '--key', secret], env: { API_KEY: secret } };
    await write(servers, JSON.stringify({ mcpServers: { tickets: entry } }, undefined, 2));
    await write(manifest, '{\n  "dependencies": {\n    "openai": "5.12.2"\n  }\n}\n');
    await write(code, "import OpenAI from 'openai';\n\nexport const client = new OpenAI();\n");
    await run('scanWorkspace');
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(servers);
    await vscode.workspace.fs.delete(projectFile('assistant'), { recursive: true });
    await run('scanWorkspace');
  });

  it('are exported in every format, without any value of a server’s configuration', async () => {
    const bom: unknown = JSON.parse(await exported('cyclonedx'));
    assert.ok(
      typeof bom === 'object' && bom !== null && 'components' in bom && Array.isArray(bom.components),
    );
    assert.deepEqual(
      bom.components.map(({ name }: { name: string }) => name),
      ['openai', 'tickets'],
    );
    for (const format of ['cyclonedx', 'json', 'csv', 'markdown']) {
      const text = await exported(format);
      assert.match(text, /tickets/, format);
      assert.ok(!text.includes(secret), format);
    }
  });

  it('explain the line that declares one, and the line that imports it', async () => {
    for (const [uri, line, character] of [
      [manifest, 2, 8],
      [code, 0, 20],
    ] as const) {
      await vscode.workspace.openTextDocument(uri);
      const text = await until('the hover', async () => (await hovers(uri, line, character)) || undefined);
      assert.match(text, /\*\*openai 5\\\.12\\\.2\*\*/);
      assert.match(text, /assistant\/ask\\\.ts imports it/);
    }
    assert.equal(await hovers(code, 2, 20), '');
  });
});
