import { familyOf, isMarkup, type LanguageId } from '../../languages/registry.ts';
import { type EngineName, engineNamed, engineOf, isOfAnother } from '../../templates/engines.ts';
import { isPage, pageMethod, type TemplateFile } from '../../templates/file.ts';
import type { Making } from '../heap/heap.ts';
import { type LinkedFunction, type LinkedModule, linkModule } from './linking.ts';

/** A template as the solver runs it: by which engine it is written, if it is no program itself, and whether values are escaped. */
export interface LinkedTemplate {
  readonly engine: EngineName | undefined;
  readonly escapes: boolean;
  /** Where the program says how it is written. */
  readonly setUp: Making | undefined;
  readonly main: LinkedFunction;
  /** Functions that other templates may call. */
  readonly functions: ReadonlyMap<string, LinkedFunction>;
}

/** Where frameworks look for templates. */
const folder = /(?:^|\/)(?:templates?|views?|layouts?|partials|pages|jinja2?|WEB-INF|themes?)$/i;

/** The templates of a project, by what programs call them. Each is lowered when it is first asked for. */
export class Templates {
  readonly #files: ReadonlyMap<string, TemplateFile>;
  /** Methods that write the pages of JSP, by path. */
  readonly #pages = new Map<string, LinkedFunction>();
  /** Paths by their last segment, with and without its suffixes. */
  readonly #named = new Map<string, string[]>();
  readonly #linked = new Map<string, LinkedTemplate | undefined>();
  readonly #byModule = new Map<LinkedModule, LinkedTemplate>();

  constructor(files: ReadonlyMap<string, TemplateFile>, modules: ReadonlyMap<string, LinkedModule>) {
    this.#files = files;
    for (const [path, { ir, functions }] of modules) {
      const page = isMarkup(ir.language) && functions.find(({ ir: { name } }) => name === pageMethod);
      if (page) this.#pages.set(path, page);
    }
    for (const path of [...files.keys(), ...this.#pages.keys()]) {
      const last = path.slice(path.lastIndexOf('/') + 1);
      for (const name of new Set([last, withoutSuffix(last), withoutSuffix(withoutSuffix(last))])) {
        const paths = this.#named.get(name);
        if (paths) paths.push(path);
        else this.#named.set(name, [path]);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#files.size === 0 && this.#pages.size === 0;
  }

  /** The template that a module is. */
  of(module: LinkedModule): LinkedTemplate | undefined {
    return this.#byModule.get(module);
  }

  /** Where it is set up how the template that a module is is written. */
  setUpBy(module: LinkedModule): Making | undefined {
    return this.#byModule.get(module)?.setUp;
  }

  /** Modules of the templates that were asked for, by path. */
  *modules(): Iterable<readonly [path: string, module: LinkedModule]> {
    for (const { main } of this.#byModule.values()) yield [main.module.ir.path, main.module];
  }

  /**
   * The path of the template that a program, or another template, calls so; that nearest to it where there are several.
   * @param engine files that are another one's by their suffix are none of it
   */
  find(name: string, from: string, engine?: EngineName): string | undefined {
    const wanted = partsOf(name);
    const last = wanted.at(-1);
    if (last === undefined) return undefined;
    const near = folderOf(from);
    const relative = resolved(near, name);
    let best: { readonly path: string; readonly rank: number } | undefined;
    for (const path of this.#named.get(last) ?? []) {
      const parts = path.split('/');
      const above = parts.slice(0, -wanted.length);
      const tail = parts.slice(-wanted.length);
      const exact = tail.at(-1) === last;
      if (engine !== undefined && isOfAnother(path, engine)) continue;
      if (tail.length < wanted.length || tail.slice(0, -1).some((part, i) => part !== wanted[i])) continue;
      const rank =
        (path === relative || withoutSuffix(path) === relative ? 8_000 : 0) +
        (folder.test(above.join('/')) ? 4_000 : 0) +
        (exact ? 2_000 : 0) +
        10 * commonLength(parts, near) -
        parts.length;
      if (!best || rank > best.rank) best = { path, rank };
    }
    return best?.path;
  }

  /** A template written by an engine, or by that of its file where none is named. */
  linked(
    path: string,
    engine: EngineName | undefined,
    escapes: boolean | undefined,
    language: LanguageId,
    setUp?: Making,
  ): LinkedTemplate | undefined {
    const page = this.#pages.get(path);
    if (page)
      return { engine: undefined, escapes: false, setUp: undefined, main: page, functions: new Map() };
    const file = this.#files.get(path);
    const name = engine ?? (file && engineOf(file, familyOf(language)));
    if (!file || !name || !isPage(file)) return undefined;
    const does = escapes ?? engineNamed(name).escapes(path);
    const key = `${name} ${does} ${path}`;
    if (!this.#linked.has(key)) this.#linked.set(key, this.#link(file, name, does, language, setUp));
    return this.#linked.get(key);
  }

  #link(
    file: TemplateFile,
    engine: EngineName,
    escapes: boolean,
    language: LanguageId,
    setUp: Making | undefined,
  ): LinkedTemplate | undefined {
    const { path, text } = file;
    const lowered = engineNamed(engine).lower({ path, text, language, escapes }, file);
    const module = linkModule(lowered.module, text);
    const main = module.functions[lowered.main];
    if (!main) return undefined;
    const functions = new Map<string, LinkedFunction>();
    for (const [name, index] of lowered.functions) {
      const fn = module.functions[index];
      if (fn) functions.set(name, fn);
    }
    const template = { engine, escapes, main, functions, setUp };
    this.#byModule.set(module, template);
    return template;
  }
}

const withoutSuffix = (path: string): string => {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path;
};
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The segments of a name, without what says where to look: `classpath:/x`, `../x`, `blueprint::x`. */
const partsOf = (name: string): readonly string[] =>
  name
    .replace(/^[\w.-]+::?(?=[\w./-])/, '')
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..');

function resolved(near: string, name: string): string {
  const parts = name.startsWith('/') ? [] : near.split('/').filter(Boolean);
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function commonLength(parts: readonly string[], near: string): number {
  const others = near.split('/');
  let length = 0;
  while (length < parts.length && parts[length] === others[length]) length++;
  return length;
}
