import type { Decorator, Expr, ModuleIR, TypeRef } from '../../../ir/ir.ts';
import { decoratorArgs } from '../../../ir/walk.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

/** Types that classes of any library have: what they are declared as excludes nothing. */
const anything =
  /^(?:java\.lang\.(?:Object|Comparable|AutoCloseable|Cloneable)|java\.io\.(?:Serializable|Closeable)|java\.util\.EventListener)$/;

/** `@JsonTypeInfo(use = Id.CLASS) Object value`: the data names the class that Jackson makes an object of. */
export function* namedClasses(module: ModuleIR): Iterable<RuleMatch> {
  for (const { fields } of module.classes)
    for (const { decorators, type } of fields) yield* inDeclaration(decorators, type);
  for (const { params, decorators, returnType, name } of module.functions) {
    if (/^(?:get|is)[A-Z]/.test(name)) yield* inDeclaration(decorators, returnType);
    for (const param of params) yield* inDeclaration(param.decorators, param.type);
  }
}

function* inDeclaration(decorators: readonly Decorator[], type: TypeRef | undefined): Iterable<RuleMatch> {
  if (!type?.candidates.some((name) => anything.test(name))) return;
  for (const decorator of decorators) {
    const { expr, at, end } = decorator;
    if (expr.k !== 'call' || expr.callee.k !== 'type') continue;
    if (!expr.callee.type.candidates.some((name) => /\.JsonTypeInfo$/.test(name))) continue;
    const use = decoratorArgs(decorator).find((arg) => arg.name === 'use')?.value;
    if (!use || !/^(?:MINIMAL_)?CLASS$/.test(lastName(use))) continue;
    yield {
      vulnClass: 'unsafe-deserialization',
      at,
      end,
      message:
        'The data names the class of the object that is made from it, and the declared type excludes none. Name the subtypes with `Id.NAME`.',
      variant: 'default-typing',
      confidence: 65,
    };
  }
}

function lastName(expr: Expr): string {
  if (expr.k === 'field' || expr.k === 'var') return expr.name;
  return expr.k === 'type' ? (expr.type.candidates[0]?.split('.').at(-1) ?? '') : '';
}
