// Bundles the products into dist/: `node esbuild.mjs [--dev] [--tests]`.
//   --dev    readable, with source maps, for debugging; without it, minified as it is shipped
//   --tests  the tests that run inside VS Code too, into out/
import { cp, glob, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import './scripts/generate.ts';
import { thirdPartyNotices } from './scripts/notices.ts';

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
const onNode = { ...common, platform: 'node', target: 'node22', mainFields: ['module', 'main'] };

/** ES modules that bundle CommonJS packages need a `require` for Node's own modules. */
const REQUIRE =
  "import{createRequire as nodeRequire}from'node:module';const require=nodeRequire(import.meta.url);";
const asModule = { ...onNode, format: 'esm', banner: { js: REQUIRE } };

/**
 * Large packages that are needed first by a call to a service, or by a page, are loaded then, from files apart: what
 * an activation loads stays small.
 */
const apart = {
  name: 'apart',
  setup: (bundle) => {
    bundle.onResolve({ filter: /\/undici\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './undici.cjs', external: true } : undefined,
    );
    const own = { './tokenizer.ts': './json-tokenizer.cjs', './versions.ts': './versions.cjs' };
    bundle.onResolve({ filter: /^\.\/(?:tokenizer|versions)\.ts$/ }, ({ path: name }) => ({
      path: own[name],
      external: true,
    }));
    bundle.onResolve({ filter: /\/agent\/index\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './agent.cjs', external: true } : undefined,
    );
    bundle.onResolve({ filter: /^\.\/feature\.ts$/ }, ({ importer }) =>
      importer.endsWith('lazy-ai-components.ts')
        ? { path: './ai-components.cjs', external: true }
        : undefined,
    );
    bundle.onResolve({ filter: /^\.\/details-panel\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './details.cjs', external: true } : undefined,
    );
    bundle.onResolve({ filter: /^\.\/patch-commands\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './patches.cjs', external: true } : undefined,
    );
    bundle.onResolve({ filter: /^\.\/load-report\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './sarif-report.cjs', external: true } : undefined,
    );
    bundle.onResolve({ filter: /^zod$/ }, () => ({ path: './zod.cjs', external: true }));
    bundle.onResolve({ filter: /^zod\/mini$/ }, () => ({ path: './zod-mini.cjs', external: true }));
  },
};

/** A file that has a state is in the extension alone, a second copy being another: files apart have it from there. */
const once = {
  name: 'once',
  setup: (bundle) =>
    bundle.onResolve({ filter: /\/locations\.ts$/ }, () => ({ path: './extension.cjs', external: true })),
};

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
    ...onNode,
    format: 'cjs',
    external: ['vscode'],
    plugins: [apart],
    supported: { 'dynamic-import': false },
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.cjs',
  },
  {
    ...onNode,
    format: 'cjs',
    external: ['vscode'],
    plugins: [once, apart],
    entryPoints: [
      { in: 'src/views/ai-components/feature.ts', out: 'ai-components' },
      { in: 'src/views/details/details-panel.ts', out: 'details' },
      { in: 'src/views/patches/patch-commands.ts', out: 'patches' },
      { in: 'src/views/sarif/load-report.ts', out: 'sarif-report' },
    ],
    outExtension: { '.js': '.cjs' },
    outdir: 'dist',
  },
  {
    // What the editor has of the agent, loaded when it is first used. It is given whatever has a state.
    ...onNode,
    format: 'cjs',
    external: ['vscode'],
    plugins: [once, apart],
    supported: { 'dynamic-import': false },
    entryPoints: [{ in: 'src/views/agent/index.ts', out: 'agent' }],
    outExtension: { '.js': '.cjs' },
    outdir: 'dist',
  },
  {
    ...onNode,
    format: 'cjs',
    external: ['vscode'],
    entryPoints: [
      { in: 'src/api/transport/undici.ts', out: 'undici' },
      { in: 'src/workspace/sarif/tokenizer.ts', out: 'json-tokenizer' },
      { in: 'src/connection/versions.ts', out: 'versions' },
      { in: 'zod', out: 'zod' },
      { in: 'zod/mini', out: 'zod-mini' },
    ],
    plugins: [oneLanguage],
    outExtension: { '.js': '.cjs' },
    outdir: 'dist',
  },
  {
    ...asModule,
    splitting: true, // what the service and the command line share is shipped once
    entryPoints: [
      { in: 'src/service/main.ts', out: 'service' },
      { in: 'src/service/analysis/worker/entry.ts', out: 'worker' },
      { in: 'src/cli.ts', out: 'cli' },
      { in: 'src/cli/mcp-command.ts', out: 'mcp' },
    ],
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
];

/** Files that are shipped as they come: [package, file in it, place in dist/]. */
const assets = [
  ['web-tree-sitter', 'web-tree-sitter.wasm', 'grammars'],
  ['tree-sitter-java', 'tree-sitter-java.wasm', 'grammars'],
  ['tree-sitter-javascript', 'tree-sitter-javascript.wasm', 'grammars'],
  ['tree-sitter-python', 'tree-sitter-python.wasm', 'grammars'],
  ['tree-sitter-typescript', 'tree-sitter-tsx.wasm', 'grammars'],
  ['tree-sitter-typescript', 'tree-sitter-typescript.wasm', 'grammars'],
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
