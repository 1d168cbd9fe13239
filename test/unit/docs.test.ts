import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ROOT } from '../../scripts/paths.ts';

const LINK = /!?\[[^\]]*\]\(([^)\s]+)\)/g;
const NPM_RUN = /\bnpm run ([\w:-]+)/g;
const PROJECT_FILE = /(?<![\w/])((?:src|scripts|test|docs|samples)\/[\w./-]+\.(?:ts|mjs|md|json))\b/g;

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = manifestSchema.parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
const documents = globSync(['*.md', 'docs/**/*.md', 'samples/*/README.md'], { cwd: ROOT });

describe('the documentation', () => {
  for (const document of documents) {
    const text = readFileSync(path.join(ROOT, document), 'utf8');

    it(`${document} links to files that are there`, () => {
      for (const [, target = ''] of text.matchAll(LINK)) {
        if (/^(https?:|mailto:|#)/.test(target)) continue;
        const file = path.resolve(
          ROOT,
          path.dirname(document),
          decodeURIComponent(target.split('#')[0] ?? ''),
        );
        assert.ok(existsSync(file), `${target} is not there`);
      }
    });

    it(`${document} names commands and files of ours that exist`, () => {
      for (const [command, name = ''] of text.matchAll(NPM_RUN)) assert.ok(name in scripts, command);
      for (const [, file = ''] of text.matchAll(PROJECT_FILE)) {
        assert.ok(
          existsSync(path.join(ROOT, file)) || existsSync(path.join(ROOT, path.dirname(document), file)),
          file,
        );
      }
    });
  }
});
