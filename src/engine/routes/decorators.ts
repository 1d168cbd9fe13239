import type { Decorator } from '../ir/ir.ts';
import { dottedName } from '../ir/walk.ts';
import { isAuthentication } from './authentication.ts';

/** The last part of a decorator's name: `route` of `@app.route(…)`, `GetMapping` of `@GetMapping`. */
export function lastName({ expr }: Decorator): string {
  const name = dottedName(expr) ?? '';
  return name.slice(name.lastIndexOf('.') + 1);
}

/** The decorators that ask who the caller is, as they are written, without their arguments. */
export const guardsAmong = (decorators: readonly Decorator[]): readonly string[] =>
  decorators
    .map((decorator) => lastName(decorator))
    .filter(isAuthentication)
    .map((name) => `@${name}`);
