import path from 'node:path';

/** The folder of this project. */
export const ROOT = path.dirname(import.meta.dirname);

/** What tests and builds for tests write: results, compiled host tests, screenshots. Ignored by git. */
export const OUT = path.join(ROOT, 'out');

/** What Node.js compiled of sources and packages, for the next process that loads them. */
export const COMPILE_CACHE = path.join(OUT, 'compile-cache');

/** The sample project that `npm start` opens and the tests scan. */
export const SAMPLE = path.join(ROOT, 'samples', 'vulnerable-shop');

/** An extension beside ours in host tests: it offers the editor a language model whose answers a test writes. */
export const TEST_EXTENSION = path.join(ROOT, 'test', 'host', 'model-extension');

/** VS Code hosts, browsers and their profiles, installed on demand. Ignored by git. */
export const HOST_CACHE = process.env['PARAPET_HOST_CACHE'] ?? path.join(ROOT, '.vscode-host');
