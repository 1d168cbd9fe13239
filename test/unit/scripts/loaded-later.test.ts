import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { OUT, ROOT } from '../../../scripts/paths.ts';
import { AS_MODULE } from '../../../scripts/programs.ts';

interface Loaded {
  readonly file: string;
  readonly library: string;
  readonly names: readonly string[];
}

/** What the service loads with its first use, and the names that it takes from it. */
function loadedLater(): readonly Loaded[] {
  const found: Loaded[] = [];
  for (const file of globSync('src/{service,cli,api,mcp}/**/*.ts', { cwd: ROOT })) {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    for (const [, taken = '', library = ''] of text.matchAll(
      /const (\{[^}]*\}|\w+) = await import\('([^.'][^']*)'\)/g,
    )) {
      if (library.startsWith('node:')) continue;
      const names = taken.startsWith('{')
        ? taken
            .slice(1, -1)
            .split(',')
            .map((name) => name.split(':')[0]?.trim() ?? '')
        : [...text.matchAll(new RegExp(`\\b${taken}\\.(\\w+)`, 'g'))].map(([, name = '']) => name);
      found.push({ file, library, names });
    }
  }
  return found;
}

describe('libraries that are loaded with their first use', () => {
  it('have in the bundle what is taken from them, also those that are CommonJS', async () => {
    const all = loadedLater();
    const libraries = [...new Set(all.map(({ library }) => library))];
    assert.ok(libraries.length >= 5, libraries.join());
    const folder = mkdtempSync(path.join(OUT, 'loaded-later-'));
    try {
      const names = libraries.map((library) => JSON.stringify(library));
      const contents = `export const load = {${names.map((name) => `${name}: () => import(${name})`).join()}};`;
      await build({
        ...AS_MODULE,
        ...{ absWorkingDir: ROOT, bundle: true, splitting: true, logLevel: 'error', outdir: folder },
        stdin: { contents, resolveDir: ROOT, sourcefile: 'all.ts' },
        entryNames: 'all',
      });
      const { load } = await import(pathToFileURL(path.join(folder, 'all.js')).href);
      for (const { file, library, names: taken } of all) {
        const bundled: object = await load[library]();
        for (const name of taken)
          assert.ok(name in bundled, `${file}: the bundled ${library} has no ${name}`);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }).timeout(60_000);
});
