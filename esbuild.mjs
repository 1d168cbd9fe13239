// Bundles the products into dist/: `node esbuild.mjs [--dev] [--tests]`.
//   --dev    readable, with source maps, for debugging; without it, minified as it is shipped
//   --tests  the tests that run inside VS Code too, into out/
import { existsSync } from 'node:fs';
import { cp, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import './scripts/generate.ts';
import { thirdPartyNotices } from './scripts/notices.ts';
import { AS_MODULE, ON_NODE, PROGRAMS } from './scripts/programs.ts';
import { grammars } from './src/engine/languages/registry.ts';

const ROOT = import.meta.dirname;
const development = process.argv.includes('--dev');
const startedAt = performance.now();

const common = {
  absWorkingDir: ROOT,
  bundle: true,
  metafile: true,
  minify: !development,
  sourcemap: development ? 'linked' : false,
  legalComments: 'none',
  logLevel: 'warning',
};
const onNode = { ...common, ...ON_NODE };
const asModule = { ...common, ...AS_MODULE };

/** Of zod's messages in 40 languages, which nobody reads here, one is enough. */
const oneLanguage = {
  name: 'one-language',
  setup: (bundle) =>
    bundle.onResolve({ filter: /\/locales\/index\.js$/ }, ({ resolveDir }) =>
      resolveDir.includes('zod') ? { path: path.resolve(resolveDir, '../locales/en.js') } : undefined,
    ),
};

const products = [
  {
    ...asModule,
    splitting: true, // what a dynamic import names is a file of its own, read with the first use
    external: ['vscode'],
    plugins: [oneLanguage],
    entryPoints: ['src/extension.ts'],
    chunkNames: 'extension/[hash]',
    outdir: 'dist',
  },
  {
    ...asModule,
    splitting: true, // what the service and the command line share is shipped once
    entryPoints: PROGRAMS,
    chunkNames: 'chunk-[hash]',
    outdir: 'dist',
  },
  {
    ...common,
    platform: 'browser',
    format: 'iife',
    target: 'chrome140',
    entryPoints: await webviews(),
    outdir: 'dist/webviews',
  },
  {
    ...common,
    platform: 'browser',
    format: 'esm',
    target: ['chrome120', 'firefox128', 'safari17'],
    plugins: [oneLanguage],
    entryPoints: [{ in: 'src/dashboard/app/main.tsx', out: 'dashboard' }],
    outdir: 'dist/dashboard',
  },
];

/** Files that are shipped as they come: [package, file in it, place in dist/]. */
const assets = [
  ['web-tree-sitter', 'web-tree-sitter.wasm', 'grammars'],
  ...grammars.map((grammar) => [grammar.package, grammar.grammar, 'grammars']),
  ['@vscode/codicons', 'dist/codicon.css', 'webviews'],
  ['@vscode/codicons', 'dist/codicon.ttf', 'webviews'],
];

const [built] = await Promise.all([
  Promise.all(products.map((product) => build(product))),
  copyAssets(),
  buildTests(),
]);
const bundled = built.flatMap(({ metafile }) => Object.keys(metafile.inputs));
const notices = await thirdPartyNotices(
  ROOT,
  bundled,
  assets.map(([name]) => name),
);
await writeFile(path.join(ROOT, 'dist', 'THIRD-PARTY-NOTICES.txt'), notices);
await keepOnly('dist', [
  'dist/THIRD-PARTY-NOTICES.txt',
  'dist/advisories/snapshot.br',
  ...built.flatMap(({ metafile }) => Object.keys(metafile.outputs)),
  ...assets.map(([, file, folder]) => `dist/${folder}/${path.basename(file)}`),
]);
report();

/** One bundle a feature that has a webview: src/views/<feature>/app/main.tsx → dist/webviews/<feature>.{js,css}. */
async function webviews() {
  const entries = [];
  for await (const file of glob('src/views/*/app/main.tsx', { cwd: ROOT })) {
    entries.push({ in: file, out: file.split(path.sep)[2] });
  }
  return entries;
}

async function copyAssets() {
  const snapshot = path.join('advisories', 'snapshot.br');
  // A build that is given no advisories ships none, and scans say so.
  if (existsSync(path.join(ROOT, snapshot)))
    await cp(path.join(ROOT, snapshot), path.join(ROOT, 'dist', snapshot));
  await Promise.all(
    assets.map(async ([name, file, folder]) => {
      const target = path.join(ROOT, 'dist', folder);
      await mkdir(target, { recursive: true });
      await cp(path.join(ROOT, 'node_modules', name, file), path.join(target, path.basename(file)));
    }),
  );
}

async function buildTests() {
  if (!process.argv.includes('--tests')) return;
  const entryPoints = [
    'test/host/index.ts',
    'test/bench/activation.ts',
    'test/bench/many-issues.ts',
    'test/bench/on-demand-scans.ts',
  ];
  for await (const file of glob('test/host/**/*.test.ts', { cwd: ROOT })) entryPoints.push(file);
  const { metafile } = await build({
    ...onNode,
    minify: false,
    sourcemap: 'inline',
    format: 'cjs',
    external: ['vscode', 'mocha'],
    entryPoints,
    outbase: 'test',
    outdir: 'out',
    outExtension: { '.js': '.cjs' },
  });
  await keepOnly('out/host', Object.keys(metafile.outputs));
}

/** Removes what earlier builds left. After the build, not before: one that fails leaves the last good one in place. */
async function keepOnly(folder, files) {
  const current = new Set(files);
  for await (const entry of glob(`${folder}/**/*`, { cwd: ROOT, withFileTypes: true })) {
    const file = path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/');
    if (entry.isFile() && !current.has(file)) await rm(path.join(ROOT, file));
  }
}

function report() {
  for (const { metafile } of built) {
    for (const [file, { bytes }] of Object.entries(metafile.outputs)) {
      if (!file.endsWith('.map')) console.log(`${(bytes / 1000).toFixed(0).padStart(6)} kB  ${file}`);
    }
  }
  console.log(`built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
