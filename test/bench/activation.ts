import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';

/** What an extension host notes of its own start, in milliseconds. */
interface HostMarks {
  getMarks(): readonly { readonly name: string; readonly startTime: number }[];
}

/**
 * Runs inside the extension host, see editor.ts: reports, as that host marks it, how long reading and compiling the
 * extension's code took, and then its activation.
 */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('parapet.parapet');
  if (extension === undefined || extension.isActive)
    throw new Error('The extension is absent, or active already.');
  const report = process.env['PARAPET_BENCH_REPORT'];
  if (report === undefined) throw new Error('PARAPET_BENCH_REPORT names no file.');
  await extension.activate();
  const loadMs = markOf('didLoadExtensionCode') - markOf('willLoadExtensionCode');
  const activateMs = markOf('didActivateExtension') - markOf('willActivateExtension');
  writeFileSync(report, JSON.stringify({ loadMs, activateMs }));
}

function markOf(moment: string): number {
  const { MonacoPerformanceMarks: host } = globalThis as { readonly MonacoPerformanceMarks?: HostMarks };
  const name = `code/extHost/${moment}/parapet.parapet`;
  const mark = host?.getMarks().findLast((one) => one.name === name);
  if (mark === undefined) throw new Error(`VS Code did not mark ${name}.`);
  return mark.startTime;
}
