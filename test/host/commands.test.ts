import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';

const manifestSchema = z.object({
  contributes: z.object({ commands: z.array(z.object({ command: z.string() })) }),
});

describe('the commands', () => {
  it('are each registered, once the extension is active', async () => {
    const extension = vscode.extensions.getExtension('parapet.parapet');
    assert.ok(extension);
    await extension.activate();
    const { contributes } = manifestSchema.parse(extension.packageJSON);
    assert.ok(contributes.commands.length > 100);
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const { command } of contributes.commands)
      assert.ok(registered.has(command), `${command} is not registered`);
  });
});
