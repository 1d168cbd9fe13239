import type { FunctionIR, ModuleIR, Stmt } from '../ir/ir.ts';
import { type IRNode, walk } from '../ir/walk.ts';
import { contextName, type TemplateInput, type TemplateModule } from './builder.ts';
import { parameter } from './functions.ts';
import * as ir from './nodes.ts';

/** Names that templates share with all programs: the context does not give them. */
const globals: ReadonlySet<string> = new Set(
  `Array Boolean Date Error Infinity Intl JSON Map Math NaN Number Object Promise RegExp Set String Symbol arguments
   console decodeURI decodeURIComponent encodeURI encodeURIComponent escape global globalThis isNaN parseFloat parseInt
   process require this undefined unescape`.split(/\s+/),
);
/** Names of the context as a whole. */
const wholes: ReadonlySet<string> = new Set(['locals', 'it', 'obj', 'data']);

/**
 * Returns a template whose code is a program: a function of its context, from which it takes the names that nothing in it declares.
 * @param writers APIs by the names under which the code calls them
 */
export function scopedTemplate(
  input: TemplateInput,
  read: ModuleIR,
  writers: ReadonlyMap<string, string>,
): TemplateModule {
  // Linking names it anew, and another rendering begins with what was read.
  const code = structuredClone(read);
  const [body] = code.functions;
  if (!body) return { module: code, main: 0, functions: new Map() };
  const node = { at: 0, end: 0 };
  const context = ir.variable(node, contextName);
  const names = namesIn(code);
  const given = [...names].map((name): Stmt => {
    const api = writers.get(name);
    const value =
      api !== undefined
        ? ({ k: 'api', api, ...node } as const)
        : wholes.has(name)
          ? context
          : ir.field(node, context, name);
    return ir.declare(node, ir.variable(node, name), value);
  });
  const main: FunctionIR = {
    ...body,
    index: 1,
    kind: 'function',
    name: input.path.slice(input.path.lastIndexOf('/') + 1),
    at: 0,
    end: input.text.length,
    params: [parameter(node, contextName)],
    body: [...given, ...body.body],
    parent: 0,
  };
  const { functions, classes } = oneFurther(code);
  return {
    module: {
      ...code,
      path: input.path,
      language: input.language,
      functions: [{ ...body, body: [] }, main, ...functions],
      classes,
    },
    main: 1,
    functions: new Map(),
  };
}

/** The functions and classes inside of a module's body, which becomes a function itself: their numbers are one higher. */
function oneFurther(code: ModuleIR): Pick<ModuleIR, 'functions' | 'classes'> {
  const shift = (node: IRNode): undefined => {
    if ('k' in node && (node.k === 'function' || node.k === 'functionDeclaration'))
      (node as { fn: number }).fn++;
  };
  for (const fn of code.functions) {
    for (const statement of fn.body) walk(statement, shift);
    for (const param of fn.params) if (param.default) walk(param.default, shift);
  }
  const functions = code.functions.slice(1).map((fn) => ({
    ...fn,
    index: fn.index + 1,
    ...(fn.parent !== undefined && { parent: fn.parent + 1 }),
  }));
  const classes = code.classes.map((cls) => ({
    ...cls,
    parent: cls.parent + 1,
    methods: cls.methods.map((method) => method + 1),
  }));
  return { functions, classes };
}

/** The names that are used and no function of the template's own. */
function namesIn({ functions }: ModuleIR): ReadonlySet<string> {
  const used = new Set<string>();
  const declared = new Set<string>();
  for (const fn of functions)
    for (const statement of fn.body)
      walk(statement, (node) => {
        if (!('k' in node)) return undefined;
        if (node.k === 'var') used.add(node.name);
        if (node.k === 'functionDeclaration' || node.k === 'classDeclaration') declared.add(node.name);
        return undefined;
      });
  return new Set([...used].filter((name) => !declared.has(name) && !globals.has(name)));
}
