import type { ProjectFiles } from '../../dependencies/package.ts';
import type { Fault, LocatedValue } from '../../files/structured/value.ts';
import { grouped } from '../../grouped.ts';
import { documentTag } from '../cloud/policy.ts';
import type { Resource } from '../cloud/resource.ts';
import { writtenText } from '../values.ts';
import { type Block, type Resolve, readHcl } from './hcl.ts';
import { isTerraformJson, readTerraformJson } from './json.ts';
import { expression } from './operators.ts';

/** Variables and locals that name each other are followed this far. */
const maximumDepth = 8;
/** Files of one folder that are read for their variables. */
const maximumFiles = 100;
/** Files of a project that are read for the modules they use. */
const maximumCallers = 2_000;

/** Projects that were read already, for as long as they are. */
const known = new WeakMap<ProjectFiles, Modules>();

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
const isSource = (path: string): boolean => /\.tf(?:\.json)?$/.test(path);
const areVariables = (path: string): boolean => /(?:^|\/)(?:terraform|[\w.-]+\.auto)\.tfvars$/.test(path);

/** Reads a file of either syntax. @throws RangeError where it is nested too deep, SyntaxError where it is no JSON */
const readBlocks = (
  path: string,
  text: string,
  resolve: Resolve,
): { readonly blocks: readonly Block[]; readonly fault?: Fault } =>
  isTerraformJson(path) ? readTerraformJson(text, resolve) : readHcl(text, resolve);

/** The folders of one project, each a module. */
class Modules {
  readonly #files: ProjectFiles;
  readonly #paths: ReadonlyMap<string, readonly string[]>;
  readonly #folders = new Map<string, Module>();
  /** What a file says of the modules that it uses, by their folders. */
  readonly #calls = new Map<string, ReadonlyMap<string | undefined, readonly Block[]>>();
  #callers: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(files: ProjectFiles) {
    this.#files = files;
    this.#paths = grouped(
      files.paths.filter((path) => isSource(path) || areVariables(path)),
      folderOf,
    );
  }

  of(folder: string): Module {
    const before = this.#folders.get(folder);
    if (before) return before;
    const module = new Module();
    // Modules may use each other in a circle.
    this.#folders.set(folder, module);
    const paths = this.#paths.get(folder) ?? [];
    for (const path of paths.slice(0, maximumFiles).toSorted(defaultsFirst))
      module.take(this.#read(path, deferred), areVariables(path));
    module.setFrom(this.#callsOf(folder));
    return module;
  }

  /** The bodies of `module` blocks that use the module of a folder. */
  #callsOf(folder: string): readonly Block[] {
    this.#callers ??= this.#allCallers();
    return [...(this.#callers.get(folder) ?? [])].flatMap((path) => {
      const { resolve } = this.of(folderOf(path));
      const calls = this.#calls.get(path) ?? this.#targets(path, resolve);
      this.#calls.set(path, calls);
      return calls.get(folder) ?? [];
    });
  }

  /** Files that use a folder of the project as a module, by that folder. */
  #allCallers(): ReadonlyMap<string, ReadonlySet<string>> {
    const callers = new Map<string, Set<string>>();
    for (const path of this.#files.paths.filter(isSource).slice(0, maximumCallers)) {
      if (!/module/.test(this.#files.read(path) ?? '')) continue;
      for (const target of this.#targets(path, () => undefined).keys())
        if (target !== undefined) callers.set(target, (callers.get(target) ?? new Set()).add(path));
    }
    return callers;
  }

  #targets(path: string, resolve: Resolve): ReadonlyMap<string | undefined, readonly Block[]> {
    return grouped(this.#read(path, resolve), (block) => targetOf(block, folderOf(path)));
  }

  #read(path: string, resolve: Resolve): readonly Block[] {
    try {
      return readBlocks(path, this.#files.read(path) ?? '', resolve).blocks;
    } catch (error) {
      if (error instanceof RangeError || error instanceof SyntaxError) return [];
      throw error;
    }
  }
}

/** The folder of the project that a `module` block uses; undefined for modules of elsewhere. */
function targetOf({ type, body }: Block, folder: string): string | undefined {
  const source = type === 'module' ? writtenText(body.members.get('source')?.value) : undefined;
  if (source === undefined || !/^\.{1,2}(?:\/|$)/.test(source)) return undefined;
  const parts = folder.split('/').slice(0, -1);
  for (const part of source.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.map((part) => `${part}/`).join('');
}

/** What files of one folder give to names: defaults of variables, arguments of who uses it, locals, and documents of policies. */
class Module {
  readonly #values = new Map<string, LocatedValue>();
  #depth = 0;

  take(blocks: readonly Block[], isVariables: boolean): void {
    for (const { type, labels, body } of blocks) {
      const value = body.members.get('default')?.value;
      if (type === 'variable' && value) this.#values.set(`var.${labels[0]}`, value);
      if (type === 'data' && labels[0] === 'aws_iam_policy_document')
        this.#values.set(`data.${labels.join('.')}.json`, { ...body, tag: documentTag });
      if (type === 'locals')
        for (const [name, member] of body.members) this.#values.set(`local.${name}`, member.value);
      if (type === '' && isVariables)
        for (const [name, member] of body.members) this.#values.set(`var.${name}`, member.value);
    }
  }

  /** Arguments take the place of defaults where all who use the module agree on them. */
  setFrom(calls: readonly Block[]): void {
    const names = new Set(calls.flatMap(({ body }) => [...body.members.keys()]));
    for (const name of names) {
      const given = calls.map(({ body }) => body.members.get(name)?.value);
      // Somebody takes the default.
      if (given.includes(undefined)) continue;
      const [first, ...others] = given;
      const text = writtenText(first);
      const agrees =
        others.length === 0 || (text !== undefined && others.every((one) => writtenText(one) === text));
      if (first && agrees) this.#values.set(`var.${name}`, first);
      else this.#values.delete(`var.${name}`);
    }
  }

  readonly resolve = (reference: string): LocatedValue | undefined => {
    if (/^data\.aws_partition\.[\w-]+\.partition$/.test(reference))
      return { kind: 'text', text: 'aws', start: 0, end: 0 };
    const value = this.#values.get(reference);
    if (value?.tag !== expression) return value;
    const next = value.kind === 'text' ? value.text : undefined;
    if (next === undefined || this.#depth >= maximumDepth) return undefined;
    this.#depth += 1;
    const found = this.resolve(next);
    this.#depth -= 1;
    return found;
  };
}

/** A name that stands for another one is followed when it is asked for. */
const deferred: Resolve = (reference) => ({
  ...{ kind: 'text', text: reference, tag: expression, start: 0, end: 0 },
});

const defaultsFirst = (a: string, b: string): number =>
  Number(a.endsWith('.tfvars')) - Number(b.endsWith('.tfvars')) || (a < b ? -1 : 1);

/** Returns the resources, data sources and modules of a file. @throws RangeError where it is nested too deep, SyntaxError where it is no JSON */
export function readTerraform(
  path: string,
  text: string,
  files: ProjectFiles,
): { readonly resources: readonly Resource[]; readonly fault: Fault | undefined } {
  const modules = known.get(files) ?? new Modules(files);
  known.set(files, modules);
  const { blocks, fault } = readBlocks(path, text, modules.of(folderOf(path)).resolve);
  const resources = blocks.flatMap(
    ({ type, labels: [first = '', second = ''], header, body }): Resource[] => {
      const common = { header, body, text, format: 'terraform' as const };
      if (type === 'resource')
        return [{ ...common, type: first, address: `${first}.${second}`, name: second }];
      if (type === 'data')
        return [{ ...common, type: `data.${first}`, address: `data.${first}.${second}`, name: second }];
      if (type === 'module') return [{ ...common, type: 'module', address: `module.${first}`, name: first }];
      return [];
    },
  );
  return { resources, fault };
}
