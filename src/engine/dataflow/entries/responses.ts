import type { Decorator, TypeRef } from '../../ir/ir.ts';
import type { RowOf } from '../../libraries/rows.ts';
import type { Machine } from '../interpreter/machine.ts';
import type { LinkedFunction, LinkedModule } from '../names/linking.ts';
import { pathsOf } from './decorator-paths.ts';
import { handlerOf } from './handlers.ts';
import { overridingReturnsTo } from './overriding.ts';

/** The API that takes what the function returns, where the framework makes a response of it. */
export function returnsTo(machine: Machine, fn: LinkedFunction): string | undefined {
  if (fn.ir.decorators.length === 0)
    return overridingReturnsTo(machine, fn) ?? handlerOf(machine, fn)?.returnsTo;
  const { catalog } = machine;
  const own = [
    ...fn.ir.decorators.flatMap((d) => pathsOf(machine, d, fn.module)),
    ...machine.decoratedAs(fn),
  ];
  const entry = catalog.entries.find((row) => own.includes(row.decorator));
  if (entry?.returnsTo !== undefined) return entry.returnsTo;
  if (entry && catalog.answers.length > 0) {
    // What a class says of all its handlers counts for those that are.
    const around = (fn.cls?.ir.decorators ?? []).flatMap((d) => pathsOf(machine, d, fn.module));
    const answer = catalog.answers.find(
      (row) =>
        (own.includes(row.decorator) || around.includes(row.decorator)) &&
        returnsOneOf(machine, fn, row) &&
        (row.only === undefined || isDecorated(fn, row.only)),
    );
    if (answer) {
      const isExempt = answer.unless !== undefined && isDecorated(fn, answer.unless, answer.about);
      return isExempt ? undefined : answer.returnsTo;
    }
  }
  return overridingReturnsTo(machine, fn);
}

function returnsOneOf(machine: Machine, fn: LinkedFunction, { returns }: RowOf<'answer'>): boolean {
  return !returns || returns.includes(writtenName(machine, fn.ir.returnType, fn.module));
}

/** Whether the text of a decorator, the function's or its class's, matches the expression. */
function isDecorated(fn: LinkedFunction, source: string, about?: string): boolean {
  const pattern = new RegExp(source, 'i');
  const texts = (decorators: readonly Decorator[]): string[] =>
    decorators.map(({ at, end }) => fn.module.text.slice(at, end));
  const own = texts(fn.ir.decorators);
  // What a method says for itself counts more than what its class says of all.
  const says = about === undefined ? undefined : new RegExp(about, 'i');
  if (says && own.some((text) => says.test(text))) return own.some((text) => pattern.test(text));
  const around = texts(fn.cls?.ir.decorators ?? []).filter(
    (text) => !own.some((other) => nameIn(other) === nameIn(text)),
  );
  return [...own, ...around].some((text) => pattern.test(text));
}

const nameIn = (decorator: string): string => decorator.split('(', 1)[0] ?? '';

/** A type with its arguments, `Page<java.lang.String>`; '' for a class of the project. */
function writtenName(machine: Machine, type: TypeRef | undefined, module: LinkedModule): string {
  const found = type && machine.project.typeOf(type, module);
  if (typeof found !== 'string') return '';
  const args = type?.args?.map((arg) => writtenName(machine, arg, module)) ?? [];
  return args.length > 0 ? `${found}<${args.join(', ')}>` : found;
}
