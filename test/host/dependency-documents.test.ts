import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import * as z from 'zod';
import { problemsOf, projectFile, until, windowOfExtension } from './window.ts';

const run = (id: string, ...args: unknown[]) => vscode.commands.executeCommand(`parapet.${id}`, ...args);

const manifestPath = 'gateway/package.json';
const dependencies = { lodash: '4.17.11', minimist: '1.2.0' };

const Bom = z.object({
  components: z.array(z.object({ name: z.string(), purl: z.string().optional() })),
});
const Vex = z.object({
  statements: z.array(
    z.object({
      vulnerability: z.object({ name: z.string() }),
      products: z.array(z.object({ subcomponents: z.array(z.object({ '@id': z.string() })) })),
      status: z.string(),
    }),
  ),
});

/** Documents about the packages of a scan, and their upgrade, with the real service. */
describe('vulnerable packages', function () {
  this.timeout(120_000);
  const manifest = projectFile(manifestPath);
  const target = projectFile('gateway/document.json');

  const write = (uri: vscode.Uri, text: string) => vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  const textOf = async (uri: vscode.Uri) => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
  const exported = async (command: string, format: string): Promise<string> => {
    await vscode.workspace.fs.delete(target).then(undefined, () => undefined);
    await run(command, format, target);
    return await textOf(target);
  };
  const statuses = async (): Promise<readonly string[]> =>
    Vex.parse(JSON.parse(await exported('exportVex', 'openvex')))
      .statements.filter(({ products }) =>
        products.some(({ subcomponents }) =>
          subcomponents.some((one) => one['@id'] === 'pkg:npm/lodash@4.17.11'),
        ),
      )
      .map(({ status }) => status);

  before(async () => {
    await write(manifest, `${JSON.stringify({ name: 'gateway', private: true, dependencies }, null, 2)}\n`);
    await run('scanWorkspace');
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.workspace.fs.delete(projectFile('gateway'), { recursive: true });
    await run('scanWorkspace');
  });

  it('are in a bill of materials of each format', async () => {
    for (const format of ['cyclonedx-1.6', 'cyclonedx-1.7']) {
      const { components } = Bom.parse(JSON.parse(await exported('exportSbom', format)));
      const purls = components.map(({ purl }) => purl);
      assert.ok(purls.includes('pkg:npm/lodash@4.17.11'), format);
    }
    for (const [format, version] of [
      ['spdx-2.3', '"spdxVersion": "SPDX-2.3"'],
      ['spdx-json-3.0', '"specVersion": "3.0.1"'],
    ] as const) {
      const text = await exported('exportSbom', format);
      assert.ok(text.includes(version), format);
      assert.ok(text.includes('pkg:npm/lodash@4.17.11'), format);
    }
  });

  it('are in a report that the service makes, as a table and as a document', async () => {
    const table = await exported('exportReport', 'CSV');
    assert.match(table, /gateway\/package\.json/);
    assert.ok((await exported('exportReport', 'DOCX')).startsWith('PK'));
  });

  it('are exported as VEX, decided by a VEX document, and exported as decided', async () => {
    const before = await statuses();
    assert.ok(before.length > 0 && before.every((status) => status === 'under_investigation'));
    const document = {
      '@context': 'https://openvex.dev/ns/v0.2.0',
      '@id': 'https://example.com/vex/1',
      author: 'security@example.com',
      timestamp: new Date().toISOString(),
      version: 1,
      statements: [
        {
          vulnerability: { name: 'CVE-2019-10744' },
          products: [{ '@id': 'pkg:npm/lodash@4.17.11' }],
          status: 'not_affected',
          justification: 'vulnerable_code_not_in_execute_path',
        },
      ],
    };
    await write(target, JSON.stringify(document));
    await run('importVex', target, true);
    const after = await statuses();
    assert.deepEqual(
      [after.length, after.filter((status) => status === 'not_affected').length],
      [before.length, 1],
    );
  });

  it('decide nothing by a file that is no VEX document, and say so', async () => {
    const before = await statuses();
    await write(target, '{"statements": "none"}');
    const window = await windowOfExtension();
    const { showErrorMessage } = window;
    const said: string[] = [];
    window.showErrorMessage = async (message: string) => {
      said.push(message);
      return undefined;
    };
    try {
      await run('importVex', target, true).then(undefined, () => undefined);
      await until('the message', () => said.length > 0);
    } finally {
      window.showErrorMessage = showErrorMessage;
    }
    assert.match(said.join(' '), /VEX/);
    assert.deepEqual(await statuses(), before);
  });

  it('are upgraded all at once, also when the patch is made anew', async () => {
    const vulnerable = () => problemsOf(manifestPath);
    await until('the problems', () => vulnerable().length > 1);
    await vscode.window.showTextDocument(manifest);
    const [first] = vulnerable();
    assert.ok(first);
    const bulb = await until('the light bulb', async () =>
      (
        await vscode.commands.executeCommand<vscode.CodeAction[]>(
          'vscode.executeCodeActionProvider',
          manifest,
          first.range,
          vscode.CodeActionKind.QuickFix.value,
        )
      ).find(({ command }) => command?.command === 'parapet.upgradeAllPackages'),
    );
    const isWhole = (text: string): boolean => !text.includes('4.17.11') && !text.includes('"1.2.0"');
    const preview = () =>
      vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .flatMap(({ input }) =>
          input instanceof vscode.TabInputTextDiff && input.modified.scheme === 'parapet-patch'
            ? [input]
            : [],
        )[0];
    await run('upgradeAllPackages', ...(bulb.command?.arguments ?? []));
    const shown = await until('the preview', preview);
    assert.ok(isWhole((await vscode.workspace.openTextDocument(shown.modified)).getText()));
    await run('regeneratePatch', shown.modified);
    const again = await until('the preview again', preview);
    assert.ok(isWhole((await vscode.workspace.openTextDocument(again.modified)).getText()));
    await run('applyPatch', again.modified);
    assert.ok(isWhole(await textOf(manifest)));
    await until('no vulnerable package', () => vulnerable().length === 0, 60_000);
  });
});
