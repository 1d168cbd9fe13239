import type { Expr, ModuleIR, TypeRef } from '../ir/ir.ts';
import { dottedName } from '../ir/walk.ts';
import { familyOf } from '../languages/registry.ts';
import type { FileRole } from './code-role.ts';

/** Libraries whose only use is to write tests or measurements with. */
const frameworks = {
  java: /^(?:org\.junit|org\.testng|junit\.framework|org\.openjdk\.jmh|spock\.lang)(?:\.|$)/,
  javascript: /^(?:vitest|@jest\/globals|test|bun:test|mocha|ava|tape|tap|uvu|@playwright\/test|cypress)$/,
  python: /^(?:pytest|unittest|nose|hypothesis|django\.test|rest_framework\.test)(?:\.|$)/,
} as const;

const declaring: ReadonlySet<string> = new Set(
  'Test ParameterizedTest RepeatedTest TestFactory TestTemplate RunWith ExtendWith Benchmark'.split(' '),
);

/** Returns the role of a file that registers tests with a framework which it imports. */
export function roleByFramework(ir: ModuleIR): FileRole | undefined {
  const family = familyOf(ir.language);
  const pattern = frameworks[family];
  const used = [
    ...ir.imports.map(({ module, member }) => (family === 'java' ? `${module}.${member}` : module)),
    ...ir.wildcards,
  ].find((name) => pattern.test(name));
  if (used === undefined || !declares(ir, family)) return undefined;
  return { role: 'test', by: used, refutable: true };
}

function declares({ functions, classes }: ModuleIR, family: keyof typeof frameworks): boolean {
  const bases = (): readonly string[] => classes.flatMap(({ supers }) => supers.map(superName));
  switch (family) {
    case 'java':
      return (
        [...functions, ...classes].some(({ decorators }) =>
          decorators.some(({ expr }) => declaring.has(lastPart(dottedName(expr) ?? ''))),
        ) || bases().some((base) => lastPart(base) === 'TestCase')
      );
    case 'python':
      return (
        functions.some(({ name }) => name.startsWith('test_')) ||
        bases().some((base) => lastPart(base).endsWith('TestCase'))
      );
    case 'javascript':
      return true;
  }
}

const superName = (base: TypeRef | Expr): string =>
  ('candidates' in base ? base.candidates[0] : dottedName(base)) ?? '';

const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
