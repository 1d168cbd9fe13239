import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { type Discovery, discoverySchema } from '../../src/api/discovery.ts';

/** What host tests ask of the window that they run in. */

export function projectFolder(): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  assert.ok(folder, 'a folder is open');
  return folder.uri;
}

export function projectFile(file: string): vscode.Uri {
  return vscode.Uri.joinPath(projectFolder(), ...file.split('/'));
}

/** Our problems of a file. */
export function problemsOf(file: string): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(projectFile(file)).filter(({ source }) => source === 'Parapet');
}

export function problemCount(): number {
  return vscode.languages
    .getDiagnostics()
    .reduce((sum, [, list]) => sum + list.filter(({ source }) => source === 'Parapet').length, 0);
}

/** The class of issue that a problem is about. */
export function classOf({ code }: vscode.Diagnostic): string {
  return typeof code === 'object' ? String(code.value) : String(code);
}

/** Waits until what is asked for is there. */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined | false> | T | undefined | false,
  withinMs = 15_000,
): Promise<T> {
  const end = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) assert.fail(`${what}: not within ${withinMs / 1000} s`);
    await sleep(50);
  }
}

/** Where this window's extension keeps the service's data, below the host's own; undefined before it was started. */
export function serviceFolder(): string | undefined {
  const home = path.dirname(projectFolder().fsPath);
  const [file] = globSync('**/globalStorage/parapet.parapet/service/service.json', { cwd: home });
  return file === undefined ? undefined : path.join(home, path.dirname(file));
}

/** The service that this window's extension started. */
export function embeddedService(): Discovery | undefined {
  const folder = serviceFolder();
  return folder === undefined
    ? undefined
    : discoverySchema.parse(JSON.parse(readFileSync(path.join(folder, 'service.json'), 'utf8')));
}

/**
 * The `vscode.window` that the extension has. The oldest VS Code that is supported gives ES modules, such as the
 * extension, an interface object of their own, and CommonJS, such as these tests, another.
 */
export async function windowOfExtension(): Promise<typeof vscode.window> {
  return (await import('vscode')).window;
}
