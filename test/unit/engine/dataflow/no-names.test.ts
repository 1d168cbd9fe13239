import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ourLibraries } from '../../../../src/engine/libraries/index.ts';
import { modelLanguages } from '../../../../src/engine/libraries/schema.ts';

const solver = new URL('../../../../src/engine/dataflow/', import.meta.url).pathname;

/** What comes with a language is the language's: its packages may be named where its values are meant. */
const standard =
  /^(?:java|jdk)\.|^(?:builtins|re|os|typing|typing_extensions|datetime|decimal|uuid|ipaddress|collections|functools|argparse|shlex|pathlib|posixpath|ntpath|path|fs|url|child_process|crypto|http|https|net|util|vm|buffer|stream|events)(?:\.|$)/;

/** The solver's code without comments, which may give examples of any language and library, and without imports. */
function lines(): readonly string[] {
  return readdirSync(solver, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      readFileSync(join(solver, file), 'utf8')
        .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
        .split('\n')
        .map((line, i) => `${file}:${i + 1} ${line.replace(/(?:^|\s)\/\/ .*/, '').trim()}`),
    )
    .filter((line) => !/ from '[^']*';$/.test(line));
}

const naming = (names: RegExp): readonly string[] => lines().filter((line) => names.test(line));

describe('the solver', () => {
  it('compares with no name of a language: what differs is in its semantics', () => {
    assert.deepEqual(naming(/['"`/^](?:javascript|typescript|java|python)['"`/$]|\.ir\.language [=!]/), []);
  });

  it('names no library: what differs is a row, or a hook', () => {
    const packages = modelLanguages.flatMap((language) =>
      ourLibraries(language).flatMap((library) => library.packages ?? []),
    );
    const foreign = [...new Set(packages)].filter((name) => !standard.test(name) && name.length > 2);
    assert.ok(foreign.length > 100, `${foreign.length} packages`);
    const written = foreign.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|');
    assert.deepEqual(naming(new RegExp(`(?:['"\`^]|\\(\\?:|\\|)(?:${written})\\\\?\\.[A-Za-z*(]`)), []);
  });
});
