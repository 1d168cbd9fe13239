/**
 * Annotated infrastructure: `test/corpora/<format>/<weakness>/<case>`, a case being a file or a folder. `expect: <weakness>/<rule>`
 * in a comment says that the rule holds on that line, `ok: <weakness>/<rule>` that it does not. A line that is nothing but a
 * comment speaks of the next line that is more; in JSON, a key that begins with two slashes is such a comment.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { SourceFile } from '../../src/engine/analysis.ts';
import type { ProjectFiles } from '../../src/engine/dependencies/package.ts';

export interface InfrastructureCase {
  /** Relative to the corpora: `terraform/public-storage/buckets.tf`. */
  readonly name: string;
  readonly files: readonly SourceFile[];
  readonly expectations: readonly Expectation[];
}

export interface Expectation {
  readonly file: string;
  readonly line: number;
  readonly ruleId: string;
  readonly due: boolean;
}

const comment = /(?:#|\/\/)\s*(expect|ok):\s*([a-z0-9/, -]+)/g;

export function readInfrastructure(root: string, format: string): readonly InfrastructureCase[] {
  const base = join(root, format);
  return readdirSync(base)
    .toSorted()
    .flatMap((weakness) =>
      readdirSync(join(base, weakness))
        .toSorted()
        .map((entry) => caseOf(root, format, join(base, weakness, entry))),
    );
}

function caseOf(root: string, format: string, path: string): InfrastructureCase {
  const isFile = statSync(path).isFile();
  const paths = isFile
    ? [path]
    : readdirSync(path, { recursive: true, encoding: 'utf8' })
        .map((name) => join(path, name))
        .filter((each) => statSync(each).isFile())
        .toSorted();
  const files = paths.map((each) => ({
    path: isFile ? (path.split('/').at(-1) ?? '') : relative(path, each).replaceAll('\\', '/'),
    text: readFileSync(each, 'utf8'),
  }));
  const expectations = files.flatMap((file) => expectationsIn(file, format));
  return { name: relative(root, path), files, expectations };
}

function expectationsIn({ path, text }: SourceFile, format: string): readonly Expectation[] {
  const lines = text.split('\n');
  const found: Expectation[] = [];
  let waiting: { readonly due: boolean; readonly ruleId: string }[] = [];
  for (const [i, line] of lines.entries()) {
    for (const [, word, ids = ''] of line.matchAll(comment))
      for (const id of ids.split(',').map((each) => each.replace(/[\s-]+$/, '').trim()))
        if (id !== '') waiting.push({ due: word === 'expect', ruleId: `${format}/${id}` });
    if (/^\s*(?:#|"?\/\/|<!--|$)/.test(line)) continue;
    found.push(...waiting.map((each) => ({ ...each, file: path, line: i + 1 })));
    waiting = [];
  }
  return found;
}

export const projectOf = (files: readonly SourceFile[]): ProjectFiles => ({
  paths: files.map(({ path }) => path),
  read: (path) => files.find((file) => file.path === path)?.text,
});
