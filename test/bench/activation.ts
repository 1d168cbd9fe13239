import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';
import type * as extensionModule from '../../src/extension.ts';

/**
 * Runs inside the extension host, see editor.ts: measures, on that host's clock, reading and compiling the bundle,
 * and then the extension's `activate` alone: what the host and the window say to each other around it is VS Code's.
 */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('parapet.parapet');
  if (extension === undefined || extension.isActive)
    throw new Error('The extension is absent, or active already.');
  const report = process.env['PARAPET_BENCH_REPORT'];
  if (report === undefined) throw new Error('PARAPET_BENCH_REPORT names no file.');
  const bundle = path.join(extension.extensionPath, 'dist', 'extension.cjs');
  const require = createRequire(bundle);
  const startedAt = performance.now();
  const loaded: typeof extensionModule = require(bundle);
  const loadMs = performance.now() - startedAt;
  const cached = require.cache[bundle];
  if (cached === undefined) throw new Error('The bundle is not in the cache: VS Code would load it again.');
  let activateMs = Number.NaN;
  cached.exports = {
    ...loaded,
    activate: (context: vscode.ExtensionContext) => {
      const calledAt = performance.now();
      loaded.activate(context);
      activateMs = performance.now() - calledAt;
    },
  };
  await extension.activate();
  if (Number.isNaN(activateMs)) throw new Error('VS Code did not activate the bundle that was measured.');
  writeFileSync(report, JSON.stringify({ loadMs, activateMs }));
}
