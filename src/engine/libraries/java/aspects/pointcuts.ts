import { pathsOf } from '../../../dataflow/entries/decorator-paths.ts';
import type { Machine } from '../../../dataflow/interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../../../dataflow/names/linking.ts';
import type { Decorator } from '../../../ir/ir.ts';
import { decoratorArgs } from '../../../ir/walk.ts';
import { annotationClass } from '../validation/validators.ts';

export type Matches = (fn: LinkedFunction) => boolean;

/** A longer expression, or one of more parts in each other, is not read. */
const longest = 2_000;
const deepest = 20;

const pointcut = 'org.aspectj.lang.annotation.Pointcut';

/**
 * Returns which methods the pointcut of an advice means; undefined where it says anything that is not understood.
 * @see https://docs.spring.io/spring-framework/reference/core/aop/ataspectj/pointcuts.html
 */
export function pointcutOf(
  machine: Machine,
  text: string,
  advice: LinkedFunction,
  depth = 0,
): Matches | undefined {
  const written = text.trim();
  if (written.length > longest || depth > deepest) return undefined;
  const inner = (part: string): Matches | undefined => pointcutOf(machine, part, advice, depth + 1);
  for (const operator of ['||', '&&'] as const) {
    const parts = splitAt(written, operator);
    if (parts.length < 2) continue;
    const each = parts.map(inner);
    if (each.includes(undefined)) return undefined;
    return operator === '||'
      ? (fn) => each.some((matches) => matches?.(fn))
      : (fn) => each.every((matches) => matches?.(fn));
  }
  if (written.startsWith('!')) {
    const other = inner(written.slice(1));
    return other && ((fn) => !other(fn));
  }
  const open = written.indexOf('(');
  if (open < 0 || !written.endsWith(')')) return undefined;
  const body = written.slice(open + 1, -1).trim();
  return open === 0 ? inner(body) : designated(machine, written.slice(0, open).trim(), body, advice, depth);
}

/** The parts of a text between operators outside of parentheses. */
function splitAt(text: string, operator: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')') depth--;
    else if (depth === 0 && text.startsWith(operator, at)) {
      parts.push(text.slice(from, at));
      at += operator.length - 1;
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

function designated(
  machine: Machine,
  designator: string,
  body: string,
  advice: LinkedFunction,
  depth: number,
): Matches | undefined {
  switch (designator) {
    case '@annotation': {
      const isIt = annotationNamed(machine, body, advice);
      return (fn) => fn.ir.decorators.some((one) => isIt(one, fn));
    }
    case '@within':
    case '@target': {
      const isIt = annotationNamed(machine, body, advice);
      return (fn) => fn.cls?.ir.decorators.some((one) => isIt(one, fn)) ?? false;
    }
    case 'within': {
      const isIt = typePattern(body);
      return isIt && (({ cls }) => cls !== undefined && isIt(cls));
    }
    case 'execution':
      return executed(body);
    default: {
      // `ordered()`: a pointcut with a name.
      const named = body === '' ? namedPointcut(machine, designator, advice) : undefined;
      return named === undefined ? undefined : pointcutOf(machine, named, advice, depth + 1);
    }
  }
}

/** The annotation that a pointcut names: by its type, or by a parameter of the advice that it is bound to. */
function annotationNamed(
  machine: Machine,
  name: string,
  { ir, module }: LinkedFunction,
): (decorator: Decorator, on: LinkedFunction) => boolean {
  const bound = ir.params.find(({ target }) => target.k === 'var' && target.name === name)?.type;
  const imported = module.ir.imports.find(({ local }) => local === name);
  const candidates = bound?.candidates ?? [
    name,
    ...(imported ? [`${imported.module}.${imported.member}`, imported.module] : []),
    `${module.ir.name}.${name}`,
  ];
  const own = candidates.map((one) => machine.project.classNamed(one)).find((cls) => cls !== undefined);
  return (decorator, on) =>
    own
      ? annotationClass(machine, decorator, on.module) === own
      : pathsOf(machine, decorator, on.module).some((path) => candidates.includes(path));
}

function namedPointcut(machine: Machine, name: string, { cls, module }: LinkedFunction): string | undefined {
  const [declared] = cls?.methods.get(name) ?? [];
  const said = declared?.ir.decorators.find((one) => pathsOf(machine, one, module).includes(pointcut));
  return said && textOf(said);
}

/** The text of an annotation's value. */
export function textOf(decorator: Decorator): string | undefined {
  const args = decoratorArgs(decorator);
  const given = args.find(({ name }) => name === undefined || name === 'value' || name === 'pointcut')?.value;
  return given?.k === 'const' && typeof given.value === 'string' ? given.value : undefined;
}

const execution =
  /^(?:(?:public|protected|\*) +)?(?:[\w.*]+(?:\[\])?) +(?:([\w.*+]+)\.)?([\w*]+) *\(([^()]*)\)$/;

/** `public * com.acme..*.list*(..)`: of the parameters only how many there are. */
function executed(body: string): Matches | undefined {
  const [, type, name = '', parameters = ''] = execution.exec(body.replaceAll(/\s+/g, ' ')) ?? [];
  if (name === '') return undefined;
  const listed = parameters.trim() === '' ? [] : parameters.split(',').map((one) => one.trim());
  const isAny = listed.length === 1 && listed[0] === '..';
  if (!isAny && listed.some((one) => one !== '*')) return undefined;
  const isType = type === undefined ? () => true : typePattern(type);
  const isName = wildcard(name);
  return (
    isType &&
    (({ ir, cls }) =>
      cls !== undefined && isName(ir.name) && isType(cls) && (isAny || ir.params.length === listed.length))
  );
}

/** `com.acme..*Service`, `com.acme.Base+` */
function typePattern(pattern: string): ((cls: LinkedClass) => boolean) | undefined {
  if (!/^[\w.*]+\+?$/.test(pattern)) return undefined;
  const isName = wildcard(pattern.replace(/\+$/, ''));
  const isIt = ({ ir, bases }: LinkedClass): boolean =>
    isName(ir.qualifiedName) || (pattern.endsWith('+') && bases.some(isIt));
  return isIt;
}

/** A name with `*` for a part of a segment, and `..` for any segments in between. */
function wildcard(pattern: string): (name: string) => boolean {
  const tokens = pattern.match(/\.\.|[\s\S]/g) ?? [];
  return (name) => {
    // Places in the pattern up to which the name may have been read, so that no pattern takes more than their product.
    let places = new Set(passing(tokens, [0]));
    let inside = new Set<number>();
    for (const character of name) {
      const next = new Set<number>();
      const within = new Set(inside);
      for (const place of places) {
        const token = tokens[place];
        if (token === '..' && character === '.') {
          next.add(place + 1);
          within.add(place);
        } else if (token === '*' ? character !== '.' : token === character)
          next.add(token === '*' ? place : place + 1);
      }
      if (character === '.') for (const place of inside) next.add(place + 1);
      places = new Set(passing(tokens, next));
      inside = within;
    }
    return places.has(tokens.length);
  };
}

/** Places, and those after them that a `*` leaves out. */
function passing(tokens: readonly string[], places: Iterable<number>): readonly number[] {
  const all: number[] = [];
  for (const place of places) {
    let at = place;
    all.push(at);
    while (tokens[at] === '*') all.push(++at);
  }
  return all;
}
