import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

/**
 * Runs inside the extension host, see on-demand.ts: milliseconds from a command to the problems that it brings, with
 * the service running and its workers kept.
 */
export async function run(): Promise<void> {
  const report = process.env['PARAPET_BENCH_REPORT'];
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (report === undefined || folder === undefined) throw new Error('There is no report or no folder.');
  const selection = await selectionMs(vscode.Uri.joinPath(folder, 'selected.ts'));
  const changes = await changesMs(folder);
  writeFileSync(report, JSON.stringify({ selection, changes }));
}

const warmUps = 3;
const rounds = 15;
const selectedLines = 200;
const changedFiles = 20;

async function selectionMs(uri: vscode.Uri): Promise<number[]> {
  await vscode.workspace.fs.writeFile(uri, Buffer.from(moduleText(60, true)));
  const editor = await vscode.window.showTextDocument(uri);
  editor.selection = new vscode.Selection(2, 0, 2 + selectedLines, 0);
  return await measure('parapet.scanSelection', 1);
}

async function changesMs(folder: vscode.Uri): Promise<number[]> {
  const files = Array.from({ length: changedFiles }, (_, index) =>
    vscode.Uri.joinPath(folder, `changed-${index}.ts`),
  );
  for (const uri of files) await vscode.workspace.fs.writeFile(uri, Buffer.from(moduleText(25, false)));
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.invalid', ...words], {
      cwd: folder.fsPath,
    });
  git('add', '--all');
  git('commit', '--quiet', '--no-gpg-sign', '--message=Before the change');
  for (const uri of files) await vscode.workspace.fs.writeFile(uri, Buffer.from(moduleText(25, true)));
  return await measure('parapet.scanWorkingTree', changedFiles);
}

/** Ordinary code with handlers, one of which has an issue when wanted: six lines a handler. */
function moduleText(handlers: number, isVulnerable: boolean): string {
  const lines = ["import express from 'express';", "import { exec } from 'node:child_process';"];
  lines.push('export const app = express();', '');
  for (let index = 0; index < handlers; index++) {
    const isBad = isVulnerable && index === 5;
    lines.push(
      `app.get('/item/${index}/:name', (request, response) => {`,
      `  const limit = Number(request.query.limit ?? ${index + 10});`,
      '  const name = String(request.params.name).trim();',
      isBad ? '  exec(`lookup ${name}`);' : `  const rows = [name].slice(0, limit);`,
      isBad ? '  response.json({ limit });' : '  response.json({ rows });',
      '});',
    );
  }
  return `${lines.join('\n')}\n`;
}

async function measure(command: string, expected: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < warmUps + rounds; round++) {
    const startedAt = performance.now();
    const [, endedAt] = await Promise.all([vscode.commands.executeCommand(command), arrival(expected)]);
    if (round >= warmUps) times.push(endedAt - startedAt);
    await vscode.commands.executeCommand('parapet.clearOnDemand');
    await gone();
  }
  return times;
}

function shown(): number {
  return vscode.languages
    .getDiagnostics()
    .reduce((sum, [, list]) => sum + list.filter(({ source }) => source === 'Parapet on demand').length, 0);
}

/** When as many problems are there as expected. */
function arrival(expected: number): Promise<number> {
  return settled((count) => count >= expected);
}

async function gone(): Promise<void> {
  await settled((count) => count === 0);
}

function settled(isIt: (count: number) => boolean): Promise<number> {
  return new Promise((resolve, reject) => {
    const end = performance.now() + 30_000;
    // VS Code gathers changes for 50 ms before it tells of them; the problems are there before.
    const look = () => {
      if (isIt(shown())) resolve(performance.now());
      else if (performance.now() > end) reject(new Error(`${shown()} problems after 30 s`));
      else setTimeout(look, 4);
    };
    look();
  });
}
