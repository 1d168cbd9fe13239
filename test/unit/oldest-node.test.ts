import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/paths.ts';

/** What Node.js 20 does not have, and the language of our sources has. */
const newer = /\b(?:Map|Object)\.groupBy\b|\bPromise\.(?:withResolvers|try)\b|\bArray\.fromAsync\b/;

describe('what `parapet scan` is made of', () => {
  it('runs on Node.js 20', () => {
    const files = globSync('src/{cli.ts,{cli,engine,service/analysis}/**/*.ts}', { cwd: ROOT });
    assert.ok(files.length > 600, `${files.length} files`);
    // The helper names what it stands in for.
    const code = (file: string) =>
      readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '');
    assert.deepEqual(
      files.filter((file) => newer.test(code(file))),
      [],
    );
  });
});
