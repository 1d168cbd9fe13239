import type { Invocation, Machine } from '../../dataflow/interpreter/machine.ts';
import type { Project } from '../../dataflow/interpreter/project.ts';
import type { LinkedFunction, LinkedModule } from '../../dataflow/names/linking.ts';
import { constant, exact, type Value } from '../../dataflow/values/values.ts';
import type { Call, Expr, Stmt } from '../../ir/ir.ts';
import { walk } from '../../ir/walk.ts';
import { parameterKey } from '../../languages/java/pages/actions.ts';
import { isMarkup } from '../../languages/registry.ts';
import { pageMethod } from '../../templates/file.ts';
import type { LibraryHooks } from '../hooks.ts';

/** Pages below it are written only where the program asks for them. */
const internal = /(?:^|\/)WEB-INF\//;
const reads = /^(?:javax|jakarta)\.servlet\.ServletRequest\.getParameter$/;

interface Inclusions {
  /** For each page, the parameters that each inclusion of it sets for sure. */
  readonly parameters: ReadonlyMap<string, readonly ReadonlySet<string>[]>;
  /** A page or a servlet is handed on to that only the running program names. */
  readonly areOpen: boolean;
}

const known = new WeakMap<Project, Inclusions>();

function inclusionsIn(project: Project): Inclusions {
  let found = known.get(project);
  if (!found) {
    found = findInclusions(project);
    known.set(project, found);
    for (const module of project.modules.values()) searched.set(module, project);
  }
  return found;
}

function findInclusions(project: Project): Inclusions {
  const parameters = new Map<string, ReadonlySet<string>[]>();
  let areOpen = false;
  const note = (from: LinkedModule, name: Expr | undefined, set: ReadonlySet<string>): void => {
    const text = name?.k === 'const' ? String(name.value) : undefined;
    const path = text === undefined ? undefined : project.templates.find(text, from.ir.path);
    if (text === undefined) areOpen = true;
    else if (path !== undefined) parameters.set(path, [...(parameters.get(path) ?? []), set]);
  };
  for (const module of project.modules.values()) {
    if (isMarkup(module.ir.language))
      for (const { ir } of module.functions) {
        if (ir.name === pageMethod) inclusionsOf(ir.body, (name, set) => note(module, name, set));
      }
    else areOpen ||= /\.\s{0,9}getRequestDispatcher\(\s{0,99}[^"\s]/.test(module.text);
  }
  return { parameters, areOpen };
}

/** Tells of each inclusion among statements the parameters that stand before it on the same way. */
function inclusionsOf(
  statements: readonly Stmt[],
  tell: (name: Expr | undefined, set: ReadonlySet<string>) => void,
): void {
  let set = new Set<string>();
  for (const statement of statements) {
    if (statement.k === 'expr' && statement.value.k === 'call') {
      const name = parameterSet(statement.value);
      if (name !== undefined) set.add(name);
      const dispatcher = dispatcherOf(statement.value);
      if (dispatcher) {
        tell(dispatcher.args[0]?.value, set);
        set = new Set();
      }
      continue;
    }
    walk(statement, (node) => {
      if (node.k !== 'block' || node === statement) return undefined;
      inclusionsOf(node.body, tell);
      return false;
    });
    if (statement.k === 'block') inclusionsOf(statement.body, tell);
  }
}

function parameterSet({ callee, args }: Call): string | undefined {
  const key = callee.k === 'field' && callee.name === 'setAttribute' ? args[0]?.value : undefined;
  const text = key?.k === 'const' ? String(key.value) : '';
  return text.startsWith(parameterKey('')) ? text.slice(parameterKey('').length) : undefined;
}

/** `request.getRequestDispatcher(name)` of `….include(request, response)`. */
function dispatcherOf({ callee }: Call): Call | undefined {
  if (callee.k !== 'field' || callee.name !== 'include' || callee.object.k !== 'call') return undefined;
  const made = callee.object.callee;
  return made.k === 'field' && made.name === 'getRequestDispatcher' ? callee.object : undefined;
}

const named = new WeakMap<Project, Map<string, boolean>>();
/** The projects in which was looked for code that names pages. */
const searched = new WeakMap<LinkedModule, Project>();

/** Whether an edit has code name a page that none named, or no longer: pages are told of it. */
function namesOtherwise({ module }: LinkedFunction): boolean {
  const project = isMarkup(module.ir.language) ? undefined : searched.get(module);
  if (!project) return false;
  const before = inclusionsIn(project).areOpen;
  return (
    before !== findInclusions(project).areOpen ||
    [...(named.get(project) ?? [])].some(([name, isNamed]) => isNamed !== mentions(project, name))
  );
}

function mentions(project: Project, name: string): boolean {
  const written = new RegExp(`["/]${name.replaceAll(/\W/g, '\\$&')}(?:\\.\\w{1,9})?"`);
  return [...project.modules.values()].some(({ ir, text }) => !isMarkup(ir.language) && written.test(text));
}

/** Whether code that is no page names a page, with or without its suffix: it may be the view of a route. */
function isNamedByCode(project: Project, path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const names = named.get(project) ?? new Map<string, boolean>();
  named.set(project, names);
  let isNamed = names.get(name);
  if (isNamed === undefined) {
    isNamed = mentions(project, name);
    names.set(name, isNamed);
  }
  return isNamed;
}

/**
 * What `param.name` is in a page that others include: where each of them sets the parameter, what they set, since that comes
 * before a client's (Jakarta Pages 3.1, section 5.6).
 */
function givenParameter(machine: Machine, api: string, invocation: Invocation): Value | undefined {
  const { site, receiver, args } = invocation;
  const { module } = site.frame.fn;
  if (!isMarkup(module.ir.language) || !reads.test(api) || !receiver) return undefined;
  const name = args[0] && exact(args[0].value)?.value;
  const { path } = module.ir;
  if (typeof name !== 'string' || !internal.test(path)) return undefined;
  const { project } = machine;
  const { parameters, areOpen } = inclusionsIn(project);
  const own = parameters.get(path) ?? [];
  if (areOpen || own.length === 0 || !own.every((set) => set.has(name)) || isNamedByCode(project, path))
    return undefined;
  return machine.readIndex(receiver, constant(parameterKey(name)), site.frame, site.node);
}

/** Pages that are parts of other pages. */
export const hooks: LibraryHooks = { givenByProgram: givenParameter, declaresOthers: namesOtherwise };
