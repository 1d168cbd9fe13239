import type { Expr, FunctionIR, ModuleIR } from '../ir/ir.ts';

/** Which module of the project an import of a module means. */
export type ModuleLookup = (specifier: string, from: ModuleIR) => ModuleIR | undefined;

/** A value with the place that it is written at: what names in it mean. */
export interface Placed {
  readonly value: Expr;
  readonly scope: Scope;
}

/** A function of the project as code refers to it. */
export interface Scope {
  readonly module: ModuleIR;
  readonly fn: FunctionIR;
  /** What the parameters of a function around it are called with: of `requireRole('admin')`. */
  readonly given: ReadonlyMap<string, Placed>;
  readonly lookup: ModuleLookup;
  /** A parameter that a library fills with who the caller is. */
  readonly caller?: string;
}

export const nothingGiven: ReadonlyMap<string, Placed> = new Map();

/** A module's own statements as a place. */
export const moduleScope = (module: ModuleIR, lookup: ModuleLookup): Scope => ({
  module,
  fn: module.functions[0] ?? noFunction,
  given: nothingGiven,
  lookup,
});

const noFunction: FunctionIR = {
  at: 0,
  end: 0,
  index: 0,
  kind: 'module',
  name: '',
  nameAt: 0,
  params: [],
  body: [],
  decorators: [],
  parent: undefined,
  cls: undefined,
  isStatic: false,
  isAsync: false,
  isGenerator: false,
  lexicalThis: false,
};

export const parentOf = ({ parent }: FunctionIR, module: ModuleIR): FunctionIR | undefined =>
  parent === undefined ? undefined : module.functions[parent];
