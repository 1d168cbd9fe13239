import { readToml } from '../../../files/structured/toml.ts';
import type { ManifestFormat, ProjectFiles } from '../../package.ts';
import { Collector, type Said } from '../collector.ts';
import { baseOf, folderOf, foldersUpFrom, pathIn } from '../paths.ts';
import { Place } from '../place.ts';
import {
  argumentNamed,
  type CallArgument,
  callArguments,
  isMark,
  isName,
  type StringToken,
} from '../script-calls.ts';
import { type ScriptToken, scriptTokens } from '../script-tokens.ts';
import { scopeOfConfiguration } from './gradle-scopes.ts';
import { gradleVariables, syntaxOf, type Variables } from './gradle-variables.ts';
import { gradleVersion } from './gradle-version.ts';
import { type Catalog, type CatalogLibrary, catalogOf } from './version-catalog.ts';

/**
 * build.gradle and build.gradle.kts (docs.gradle.org, "Declaring Dependencies"): the literal notations within
 * `dependencies { }`, their variables, and libraries of a version catalog.
 */
export const gradle: ManifestFormat = {
  id: 'build.gradle',
  kind: 'manifest',
  reads: (path) => /\.gradle(?:\.kts)?$/.test(baseOf(path)),
  read(text, path, files) {
    const tokens = scriptTokens(text, syntaxOf(path));
    const found = new Collector('Maven', text);
    const reader = new GradleReader(found, tokens, path, files);
    reader.read();
    return found.result();
  },
};

/** Names that look like a configuration within `dependencies { }`, and are none. */
const notConfigurations = new Set([
  'exclude',
  'because',
  'version',
  'group',
  'name',
  'module',
  'project',
  'files',
  'fileTree',
  'kotlin',
  'platform',
  'enforcedPlatform',
  'testFixtures',
  'npm',
  'gradleApi',
  'create',
  'capability',
  'requireCapability',
]);

class GradleReader {
  readonly #found: Collector;
  readonly #tokens: readonly ScriptToken[];
  readonly #path: string;
  readonly #files: ProjectFiles;
  /** Names of the blocks around a place. */
  readonly #blocks: string[] = [];
  readonly #variables: Variables;
  readonly #catalogs = new Map<
    string,
    { readonly file: string; readonly place: Place; readonly catalog: Catalog } | undefined
  >();

  constructor(found: Collector, tokens: readonly ScriptToken[], path: string, files: ProjectFiles) {
    this.#found = found;
    this.#tokens = tokens;
    this.#path = path;
    this.#files = files;
    this.#variables = gradleVariables(path, tokens, files);
  }

  read(): void {
    for (const [index, token] of this.#tokens.entries()) {
      if (isMark(token, '{')) this.#blocks.push(this.#calleeBefore(index));
      else if (isMark(token, '}')) this.#blocks.pop();
      else if (token.kind === 'name' && this.#isInDependencies() && this.#startsStatement(index))
        this.#configuration(token.text, callArguments(this.#tokens, index + 1));
    }
  }

  /** The name before a block, over its parentheses. */
  #calleeBefore(index: number): string {
    let at = index - 1;
    if (isMark(this.#tokens[at], ')'))
      while (at > 0 && index - at < 200 && !isMark(this.#tokens[at], '(')) at--;
    const token = this.#tokens[isMark(this.#tokens[at], '(') ? at - 1 : at];
    return token?.kind === 'name' ? token.text : '';
  }

  #isInDependencies(): boolean {
    const [outer, inner] = [this.#blocks.at(-2), this.#blocks.at(-1)];
    return inner === 'dependencies' && outer !== 'dependencyManagement';
  }

  #startsStatement(index: number): boolean {
    const before = this.#tokens[index - 1];
    return before === undefined || (before.kind === 'mark' && /^[\n{;]$/.test(before.text));
  }

  #configuration(name: string, given: readonly CallArgument[]): void {
    if (notConfigurations.has(name)) return;
    const isAdd = name === 'add' && given[0]?.tokens[0]?.kind === 'string';
    const group = isAdd && given[0]?.tokens[0]?.kind === 'string' ? given[0].tokens[0].text : name;
    const rest = isAdd ? given.slice(1) : given;
    if (argumentNamed(rest, 'group')) this.#addNamed(group, rest);
    else for (const argument of rest) this.#addArgument(group, argument);
  }

  /** `group: 'g', name: 'a', version: '1'` */
  #addNamed(group: string, given: readonly CallArgument[]): void {
    const [organization, artifact, version] = ['group', 'name', 'version'].map(
      (label) => argumentNamed(given, label)?.tokens,
    );
    const named = [organization, artifact].map((tokens) => tokens?.[0]);
    const [first, second] = named;
    if (first?.kind !== 'string' || second?.kind !== 'string') return;
    this.#add(group, {
      name: `${first.text}:${second.text}`,
      at: { start: first.inner.start, end: second.inner.end },
      ...(version && this.#valueOf(version)),
    });
  }

  #addArgument(group: string, { tokens }: CallArgument): void {
    const inner = unwrapped(tokens);
    const [first] = inner;
    if (first?.kind === 'string') this.#addNotation(group, first, inner.slice(1));
    else if (first?.kind === 'name') {
      const path = inner
        .map((token) => (token.kind === 'name' || isMark(token, '.') ? token.text : ' '))
        .join('');
      for (const { library, file, place } of this.#libraries(path)) {
        const { name, requirement, versionAt } = library;
        const range = versionAt && place.range(versionAt);
        this.#add(group, {
          name,
          ...gradleVersion(requirement),
          at: { start: first.start, end: inner.at(-1)?.end ?? first.end },
          ...(range && { versionElsewhere: { file, range } }),
        });
      }
    }
  }

  /** `'g:a:1'`, `"g:a:$version"`, `'g:a:' + version` */
  #addNotation(group: string, token: StringToken, rest: readonly ScriptToken[]): void {
    const [, name, version] = /^([\w.-]+:[\w.-]+)(?::([^:@]*))?(?::[^:@]*)?(?:@\w+)?$/.exec(token.text) ?? [];
    if (name === undefined) return;
    const start = token.inner.start + name.length + 1;
    const isJoined = version === '' && isMark(rest[0], '+');
    const at = { start: token.inner.start, end: token.inner.start + name.length };
    if (isJoined) this.#add(group, { name, at, ...this.#valueOf(rest.slice(1)) });
    else if (version === undefined || version === '') this.#add(group, { name, at });
    else if (token.isPlain || !version.includes('$'))
      this.#add(group, {
        name,
        at,
        ...gradleVersion(version),
        versionAt: { start, end: start + version.length },
      });
    else {
      const variable = /^\$(?:\{([\w.]+)\}|(\w+))$/.exec(version);
      this.#add(group, { name, at, ...this.#variable(variable?.[1] ?? variable?.[2] ?? '') });
    }
  }

  #valueOf(
    tokens: readonly ScriptToken[],
  ): Pick<Said, 'version' | 'requirement' | 'versionAt' | 'versionElsewhere'> {
    const [first] = tokens;
    if (first?.kind === 'string' && first.isPlain && tokens.length === 1)
      return { ...gradleVersion(first.text), versionAt: first.inner };
    const name =
      first?.kind === 'string'
        ? first.text.replace(/^\$\{?|\}$/g, '')
        : tokens.map(({ text }) => text).join('');
    return this.#variable(name);
  }

  #variable(name: string): Pick<Said, 'version' | 'requirement' | 'versionAt' | 'versionElsewhere'> {
    const found = this.#variables.find(name);
    if (!found) return {};
    if (found.file === this.#path) return { ...gradleVersion(found.text), versionAt: found.at };
    const range = this.#variables.place(found.file)?.range(found.at);
    return { ...gradleVersion(found.text), ...(range && { versionElsewhere: { file: found.file, range } }) };
  }

  #add(group: string, said: Pick<Said, 'name' | 'at'> & Partial<Said>): void {
    const isBuildScript = this.#blocks.includes('buildscript');
    this.#found.add({
      ...said,
      scope: isBuildScript ? 'development' : scopeOfConfiguration(group),
      group,
      direct: true,
    });
  }

  /** `libs.a.b` and `libs.bundles.c` of gradle/libs.versions.toml of the build. */
  #libraries(
    path: string,
  ): { readonly library: CatalogLibrary; readonly file: string; readonly place: Place }[] {
    const [, catalogName, alias = ''] = /^(\w+)\.([\w.]+)$/.exec(path) ?? [];
    if (catalogName === undefined) return [];
    const found = this.#catalog(catalogName);
    if (!found) return [];
    const { catalog, file, place } = found;
    const bundle = alias.startsWith('bundles.')
      ? catalog.bundles.get(alias.slice('bundles.'.length))
      : undefined;
    const aliases = bundle ?? [alias.replace(/\.get$/, '')];
    return aliases.flatMap((each) => {
      const library = catalog.libraries.get(each);
      return library ? [{ library, file, place }] : [];
    });
  }

  #catalog(
    name: string,
  ): { readonly file: string; readonly place: Place; readonly catalog: Catalog } | undefined {
    if (this.#catalogs.has(name)) return this.#catalogs.get(name);
    let catalog: { readonly file: string; readonly place: Place; readonly catalog: Catalog } | undefined;
    for (const folder of foldersUpFrom(folderOf(this.#path))) {
      const file = pathIn(folder, `gradle/${name}.versions.toml`) ?? '';
      const text = this.#files.read(file);
      if (text === undefined) continue;
      try {
        catalog = { file, place: new Place(text), catalog: catalogOf(readToml(text).root) };
      } catch {
        // The catalog is a file with a problem of its own.
      }
      break;
    }
    this.#catalogs.set(name, catalog);
    return catalog;
  }
}

/** The argument of `platform(…)`, `enforcedPlatform(…)` and `testFixtures(…)`. */
function unwrapped(tokens: readonly ScriptToken[]): readonly ScriptToken[] {
  const [first] = tokens;
  const isWrapped = ['platform', 'enforcedPlatform', 'testFixtures'].some((name) => isName(first, name));
  if (!isWrapped || !isMark(tokens[1], '(')) return tokens;
  const end = tokens.findIndex((token) => isMark(token, ')'));
  return tokens.slice(2, end < 0 ? undefined : end);
}
