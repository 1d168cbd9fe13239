import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { ROOT } from './paths.ts';
import { run } from './processes.ts';

/** 1 January 2026: the date in a package that is built outside a git checkout. */
const FALLBACK_EPOCH = '1767225600';

const manifestSchema = z.object({ version: z.string() });

/** A packed extension. */
export interface PackedExtension {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Builds the extension as it is shipped and packs it into `folder`. Two packages of one commit are byte-identical:
 * every date in them is that commit's, or `SOURCE_DATE_EPOCH` (seconds since 1970) if it is set.
 */
export async function packExtension(folder: string): Promise<PackedExtension> {
  const { version } = manifestSchema.parse(
    JSON.parse(await readFile(path.join(ROOT, 'package.json'), 'utf8')),
  );
  const file = path.join(folder, `parapet-${version}.vsix`);
  const vsce = path.join(ROOT, 'node_modules', '@vscode', 'vsce', 'vsce');
  const words = ['package', '--no-dependencies', '--no-rewrite-relative-links', '--out', file];
  await run(process.execPath, [vsce, ...words], {
    cwd: ROOT,
    env: { ...process.env, SOURCE_DATE_EPOCH: process.env['SOURCE_DATE_EPOCH'] ?? (await dateOfCommit()) },
  });
  return { file, bytes: (await stat(file)).size };
}

async function dateOfCommit(): Promise<string> {
  return run('git', ['log', '-1', '--format=%ct'], { cwd: ROOT }).then(
    (seconds) => seconds.trim(),
    () => FALLBACK_EPOCH,
  );
}
