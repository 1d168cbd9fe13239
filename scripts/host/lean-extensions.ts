import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { InstalledHost } from './install.ts';

/** Of what comes with VS Code: git, the themes, and how the languages that Parapet reads are coloured. */
const WANTED: ReadonlySet<string> = new Set([
  ...['git', 'git-base', 'theme-defaults', 'theme-seti', 'theme-modern-icons', 'theme-2026'],
  ...['javascript', 'typescript-basics', 'java', 'python', 'json', 'xml', 'yaml', 'html', 'css', 'diff'],
  ...['markdown-basics', 'configuration-editing'],
]);

const manifestSchema = z.object({
  publisher: z.string(),
  name: z.string(),
  version: z.string(),
  engines: z.record(z.string(), z.string()),
  browser: z.string().optional(),
});

/**
 * Makes `folder` one of those extensions of VS Code that a test sees something of, for `--builtin-extensions-dir`. The others,
 * language servers above all, are a good part of a window's work.
 */
export async function leanExtensions(host: InstalledHost, folder: string): Promise<string> {
  const all = path.join(path.dirname(path.dirname(host.server)), 'extensions');
  await mkdir(folder);
  for (const entry of await readdir(all, { withFileTypes: true })) {
    const { name } = entry;
    if (WANTED.has(name)) await symlink(path.join(all, name), path.join(folder, name), 'junction');
    else if (entry.isDirectory() && name !== 'node_modules') await leaveEmpty(path.join(all, name), folder);
  }
  return folder;
}

/** What can run in a page too, the page would start itself if the server had nothing of that name. */
async function leaveEmpty(extension: string, folder: string): Promise<void> {
  const text = await readFile(path.join(extension, 'package.json'), 'utf8');
  const { browser, ...manifest } = manifestSchema.parse(JSON.parse(text));
  if (browser === undefined) return;
  const empty = path.join(folder, path.basename(extension));
  await mkdir(empty);
  await writeFile(path.join(empty, 'package.json'), JSON.stringify(manifest));
}
