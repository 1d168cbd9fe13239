import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { type TextLine, textLines, wordsOf } from '../text-lines.ts';

/** A directive of go.mod, with its words; those of a block are given with the block's verb. */
interface Directive {
  readonly verb: string;
  readonly words: readonly TextLine[];
  readonly isIndirect: boolean;
  /** Where its line begins. */
  readonly at: number;
}

const verbs = new Set([
  'module',
  'go',
  'toolchain',
  'godebug',
  'require',
  'tool',
  'ignore',
  'exclude',
  'replace',
  'retract',
]);

/**
 * go.mod (go.dev/ref/mod). From Go 1.17 on it names every module that the main module's packages need, so it is a lock
 * file of its own. The standard library is the package `stdlib`, whose version is that of the toolchain.
 */
export const goMod: ManifestFormat = {
  id: 'go.mod',
  kind: 'manifest',
  reads: (path) => baseOf(path) === 'go.mod',
  read(text) {
    const directives = [...directivesOf(text)];
    const found = new Collector('Go', text);
    const unknown = directives.filter(({ verb }) => !verbs.has(verb));
    if (unknown.length > 0 && unknown.length === directives.length)
      throw new SyntaxError('It has no directive of go.mod.');
    for (const { verb, at } of unknown)
      found.problem(at, `The directive ${verb.slice(0, 100)} is not known, and was left out.`);
    const replaced = replacements(directives);
    const excluded = new Set(
      directives.flatMap(({ verb, words: [path, version] }) =>
        verb === 'exclude' && path && version ? [`${path.text} ${version.text}`] : [],
      ),
    );
    for (const { verb, words, isIndirect } of directives) {
      const [path, version] = words;
      if (verb !== 'require' || !path) continue;
      if (!version || !isVersion(version.text)) {
        found.problem(path.start, `The module ${path.text.slice(0, 100)} has no version, and was left out.`);
        continue;
      }
      const isExcluded = excluded.has(`${path.text} ${version.text}`);
      if (isExcluded)
        found.problem(version.start, `${path.text} ${version.text} is excluded: Go takes a later version.`);
      const instead = replaced.get(`${path.text} ${version.text}`) ?? replaced.get(path.text);
      found.add({
        // A folder in its place has no name of its own.
        name: instead?.version ? instead.path.text : path.text,
        version: instead ? instead.version?.text : isExcluded ? undefined : version.text,
        requirement: version.text,
        scope: isIndirect ? 'unknown' : 'production',
        group: isIndirect ? 'require // indirect' : 'require',
        direct: !isIndirect,
        origin: instead && !instead.version ? 'path' : 'registry',
        at: path,
        versionAt: instead ? instead.version : version,
      });
    }
    addStandardLibrary(found, directives);
    return found.result();
  },
};

/** `v1.2.3`, a pseudo-version, or a name of a branch that Go replaces by one. */
const isVersion = (text: string): boolean => /^[\w.+-]+$/.test(text);

interface Replacement {
  readonly path: TextLine;
  readonly version: TextLine | undefined;
}

/** By the module's path, and by path and version where only that version is replaced. */
function replacements(directives: readonly Directive[]): ReadonlyMap<string, Replacement> {
  const found = new Map<string, Replacement>();
  for (const { verb, words } of directives) {
    const arrow = words.findIndex(({ text }) => text === '=>');
    const [path, version] = words.slice(arrow + 1);
    const [old, oldVersion] = words.slice(0, Math.max(arrow, 0));
    if (verb !== 'replace' || !old || !path) continue;
    found.set(oldVersion ? `${old.text} ${oldVersion.text}` : old.text, { path, version });
  }
  return found;
}

/** Only a version with a patch number tells which standard library it is: `go 1.22` is the language's version. */
function addStandardLibrary(found: Collector, directives: readonly Directive[]): void {
  const wordOf = (wanted: string): TextLine | undefined =>
    directives.find(({ verb }) => verb === wanted)?.words[0];
  const toolchain = wordOf('toolchain');
  const at = toolchain?.text.startsWith('go') ? toolchain : wordOf('go');
  const version = /^(?:go)?(\d+\.\d+(?:\.\d+)?(?:(?:rc|beta)\d+)?)(?:-\S*)?$/.exec(at?.text ?? '')?.[1];
  if (!at || version === undefined) return;
  const isExact = /^\d+\.\d+(?:\.\d|rc|beta)/.test(version);
  const start = at.start + (at.text.startsWith('go') ? 2 : 0);
  found.add({
    name: 'stdlib',
    version: isExact ? version : undefined,
    requirement: version,
    scope: 'production',
    group: at === toolchain ? 'toolchain' : 'go',
    direct: true,
    at,
    versionAt: { start, end: start + version.length },
  });
}

function* directivesOf(text: string): Generator<Directive> {
  let block: string | undefined;
  for (const line of textLines(text)) {
    const comment = line.text.indexOf('//');
    const isIndirect = /^\/\/\s*indirect\b/.test(comment < 0 ? '' : line.text.slice(comment));
    const code = comment < 0 ? line : { ...line, text: line.text.slice(0, comment) };
    const words = wordsOf(code).map(unquoted);
    const [first, second] = words;
    if (!first) continue;
    if (block !== undefined && first.text === ')') block = undefined;
    else if (block !== undefined) yield { verb: block, words, isIndirect, at: line.start };
    else if (second?.text === '(' || first.text.endsWith('(')) block = first.text.replace(/\($/, '');
    else yield { verb: first.text, words: words.slice(1), isIndirect, at: line.start };
  }
}

/** A word of go.mod may stand in quotes. */
function unquoted(word: TextLine): TextLine {
  const quoted = /^(["`])(.*)\1$/.exec(word.text)?.[2];
  return quoted === undefined ? word : { text: quoted, start: word.start + 1, end: word.end - 1 };
}

/** @returns the version of Go that a go.mod is written for, e.g. `1.21`; undefined where it names none */
export function goVersion(text: string): string | undefined {
  for (const { verb, words } of directivesOf(text)) if (verb === 'go') return words[0]?.text;
  return undefined;
}

/** @returns the paths of the modules that a go.mod requires or replaces */
export function modulesOf(text: string): ReadonlySet<string> {
  const named = [...directivesOf(text)].filter(({ verb }) => verb === 'require' || verb === 'replace');
  return new Set(named.flatMap(({ words }) => (words[0] ? [words[0].text] : [])));
}
