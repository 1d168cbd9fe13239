import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file of the dashboard as it is answered. */
export interface Asset {
  readonly content: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Changes with the content, so that a browser asks again after an update and never loads twice. */
  readonly tag: string;
}

const types = {
  'dashboard.js': 'text/javascript; charset=utf-8',
  'dashboard.css': 'text/css; charset=utf-8',
} as const;
export type AssetName = keyof typeof types;

export const assetNames = Object.keys(types) as AssetName[];

/** Where the build puts the dashboard: beside the bundled program, or in `dist/` of the checkout that runs from its sources. */
export function dashboardFolder(): string {
  const here = import.meta.url;
  const relative = here.endsWith('.ts') ? '../../../dist/dashboard/' : './dashboard/';
  return fileURLToPath(new URL(relative, here));
}

/** @returns undefined where the build has no dashboard */
export async function readAsset(folder: string, name: AssetName): Promise<Asset | undefined> {
  const content = await readFile(join(folder, name)).catch(() => undefined);
  if (!content) return undefined;
  const tag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
  return { content: new Uint8Array(content), type: types[name], tag };
}
