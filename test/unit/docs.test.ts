import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ROOT } from '../../scripts/paths.ts';

const LINK = /!?\[[^\]]*\]\(([^)\s]+)\)/g;
const NPM_RUN = /\bnpm run ([\w:-]+)/g;
const PROJECT_FILE = /(?<![\w/])((?:src|scripts|test|docs|samples)\/[\w./-]+\.(?:ts|mjs|md|json))\b/g;

/** In backticks: a file by its name or the end of its path, and a folder by the end of its path. `tsconfig.json` may be a project’s. */
const NAMED_FILE = /`([\w@./-]*\w\.(?:ts|tsx|mjs|yml)|[\w@.-]+\/[\w@./-]*\.json)`/g;
/** What a build makes; a checkout has none of it. */
const MADE = /^(?:dist|out)(?:\/|$)/;
const NAMED_FOLDER = /`((?:src|scripts|test|docs|samples|[\w-]+)(?:\/[\w.-]+)*\/)`/g;
/** `LinkedModule`, `Solver.update`, `followJob`: two words in one, or a member. Lists of words of others are none of ours. */
const SYMBOL = /`([A-Za-z]+[a-z][A-Z]\w*|[A-Z][a-z]\w+)(?:\.([a-z]\w*))?(?:\(\))?`/g;

const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });
const { scripts } = manifestSchema.parse(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')));
/** Pages about our code: what they name in backticks is ours. */
const aboutCode = ['CONTRIBUTING.md', 'docs/architecture.md', 'docs/engine.md'];
const tree = globSync(['src/**', 'scripts/**', 'test/**', 'docs/**', 'samples/**', '*.*'], { cwd: ROOT }).map(
  (file) => file.replaceAll(path.sep, '/'),
);
const files = new Set(tree);
const endsInTree = (name: string): boolean =>
  files.has(name) || tree.some((file) => file.endsWith(`/${name}`) || file === name);
const sources = tree
  .filter((file) => /\.(?:ts|tsx|mjs|yml)$/.test(file) && !file.startsWith('test/corpora/'))
  .concat('biome.json', 'package.json')
  .map((file) => readFileSync(path.join(ROOT, file), 'utf8'));
const words = new Set(sources.flatMap((text) => text.match(/[A-Za-z_]\w*/g) ?? []));

/** Anchors as GitHub makes them of headings. */
const anchorsOf = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ +(.+)$/gm)].map(([, heading = '']) =>
      heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

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

    it(`${document} links to headings that are there`, () => {
      for (const [, target = ''] of text.matchAll(LINK)) {
        const [file = '', anchor] = target.split('#');
        if (anchor === undefined || !/^(?:|[^:]*\.md)$/.test(file)) continue;
        const to =
          file === '' ? text : readFileSync(path.resolve(ROOT, path.dirname(document), file), 'utf8');
        assert.ok(anchorsOf(to).has(anchor), `${target} is no heading`);
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

  for (const document of aboutCode) {
    const text = readFileSync(path.join(ROOT, document), 'utf8');

    it(`${document} names files and folders that exist`, () => {
      const named = [...text.matchAll(NAMED_FILE)].map(([, name = '']) => name);
      assert.ok(named.length > 10, `${named.length} files`);
      assert.deepEqual(
        named.filter((name) => !endsInTree(name) && !existsSync(path.join(ROOT, name))),
        [],
      );
      const folders = [...text.matchAll(NAMED_FOLDER)].map(([, name = '']) => name.slice(0, -1));
      assert.deepEqual(
        folders.filter((name) => !MADE.test(name) && !endsInTree(name) && !existsSync(path.join(ROOT, name))),
        [],
      );
    });

    it(`${document} names symbols that the sources have`, () => {
      const named = [...text.matchAll(SYMBOL)].flatMap(([, name = '', member]) =>
        member === undefined ? [name] : [name, member],
      );
      assert.deepEqual(
        [...new Set(named)].filter((name) => !words.has(name)),
        [],
      );
    });
  }

  it('has every folder of src in the map of the code, down to the rooms', () => {
    const map = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
    const folders = globSync('src/{*,engine/*,engine/dataflow/*,service/*}/', { cwd: ROOT })
      .map((folder) => folder.replaceAll(path.sep, '/').replace(/\/$/, ''))
      .filter((folder) => existsSync(path.join(ROOT, folder)) && files.has(folder) && !folder.includes('.'));
    assert.ok(folders.length > 30, `${folders.length} folders`);
    const isNamed = (folder: string): boolean => {
      const [, ...parts] = folder.split('/');
      return parts.some((_, i) => map.includes(`\`${parts.slice(i).join('/')}/`));
    };
    assert.deepEqual(
      folders.filter((folder) => !isNamed(folder)),
      [],
    );
  });

  it('leads from the README to every page', () => {
    const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
    const pages = documents.filter((document) => document.startsWith('docs'));
    assert.deepEqual(
      pages.filter((page) => !readme.includes(`(${page.replaceAll(path.sep, '/')})`)),
      [],
    );
  });
});
