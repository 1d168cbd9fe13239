import type { ProjectFiles } from '../../dependencies/package.ts';
import type { Fault, LocatedValue } from '../../files/structured/value.ts';
import type { Resource } from '../cloud/resource.ts';
import { type Block, expression, readHcl } from './hcl.ts';

/** Variables and locals that name each other are followed this far. */
const maximumDepth = 8;
/** Files of one folder that are read for their variables. */
const maximumFiles = 100;

/** Folders of a project that were read already, for as long as the project is. */
const known = new WeakMap<ProjectFiles, Map<string, Module>>();

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** The values that files of one folder give to names: defaults of variables, and locals. */
class Module {
  readonly #values = new Map<string, LocatedValue>();
  #depth = 0;

  constructor(folder: string, files: ProjectFiles) {
    const paths = files.paths.filter(
      (path) => folderOf(path) === folder && /\.tf$|(?:^|\/)terraform\.tfvars$|\.auto\.tfvars$/.test(path),
    );
    for (const path of paths.slice(0, maximumFiles).toSorted(defaultsFirst))
      this.#read(files.read(path) ?? '', path);
  }

  #read(text: string, path: string): void {
    let blocks: readonly Block[];
    try {
      blocks = readHcl(text, () => undefined).blocks;
    } catch (error) {
      if (error instanceof RangeError) return;
      throw error;
    }
    for (const { type, labels, body } of blocks) {
      const value = body.members.get('default')?.value;
      if (type === 'variable' && value) this.#values.set(`var.${labels[0]}`, value);
      if (type === 'locals')
        for (const [name, member] of body.members) this.#keep(`local.${name}`, member.value, text);
      if (type === '' && path.endsWith('.tfvars'))
        for (const [name, member] of body.members) this.#values.set(`var.${name}`, member.value);
    }
  }

  /** A local may be another name's: `local.port = var.port`. */
  #keep(name: string, value: LocatedValue, text: string): void {
    const isReference =
      value.tag === expression && /^(?:var|local)\.[\w-]+$/.test(text.slice(value.start, value.end));
    if (isReference)
      this.#values.set(name, { ...value, kind: 'text', text: text.slice(value.start, value.end) });
    else this.#values.set(name, value);
  }

  readonly resolve = (reference: string): LocatedValue | undefined => {
    const value = this.#values.get(reference);
    if (value?.tag !== expression) return value;
    if (value.kind !== 'text' || this.#depth >= maximumDepth) return undefined;
    this.#depth += 1;
    const found = this.resolve(value.text);
    this.#depth -= 1;
    return found;
  };
}

const defaultsFirst = (a: string, b: string): number =>
  Number(a.endsWith('.tfvars')) - Number(b.endsWith('.tfvars')) || (a < b ? -1 : 1);

/** Returns the resources, data sources and modules of a file. @throws RangeError where it is nested too deep */
export function readTerraform(
  path: string,
  text: string,
  files: ProjectFiles,
): { readonly resources: readonly Resource[]; readonly fault: Fault | undefined } {
  const folder = folderOf(path);
  const folders = known.get(files) ?? new Map<string, Module>();
  known.set(files, folders);
  const own = folders.get(folder) ?? new Module(folder, files);
  folders.set(folder, own);
  const { blocks, fault } = readHcl(text, own.resolve);
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
