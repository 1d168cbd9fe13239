import type { FunctionIR, ModuleIR, Stmt } from '../../../ir/ir.ts';
import type { RuleMatch } from '../../../rules/rule.ts';

/** `def check_origin(self, origin): return True`: any site may open Tornado's web socket in the name of a user. */
export function* anyOrigin(module: ModuleIR): Iterable<RuleMatch> {
  for (const cls of module.classes)
    for (const index of cls.methods) {
      const fn = module.functions[index];
      const always = fn?.name === 'check_origin' ? onlyTrue(fn) : undefined;
      if (always)
        yield {
          vulnClass: 'csrf-disabled',
          at: always.at,
          end: always.end,
          message:
            'Any site can open this web socket in the name of a user who is logged in. Compare the origin with the sites that may.',
        };
    }
}

/** `def check_xsrf_cookie(self): pass`: Tornado's check for forged requests is switched off for a handler. */
export function* withoutXsrfCheck(module: ModuleIR): Iterable<RuleMatch> {
  for (const cls of module.classes)
    for (const index of cls.methods) {
      const fn = module.functions[index];
      if (fn?.name !== 'check_xsrf_cookie' || !fn.body.every(saysNothing)) continue;
      yield {
        vulnClass: 'csrf-disabled',
        at: fn.nameAt,
        end: fn.nameAt + fn.name.length,
        message:
          'This handler accepts requests that other sites make in the name of a user who is logged in. Leave the check on, or authenticate by a token in a header.',
        confidence: 60,
      };
    }
}

const saysNothing = (statement: Stmt): boolean =>
  (statement.k === 'expr' && statement.value.k === 'const') ||
  (statement.k === 'return' && (!statement.value || statement.value.k === 'const'));

function onlyTrue({ body }: FunctionIR): { at: number; end: number } | undefined {
  const statements = body.filter(({ k }) => k === 'return' || k === 'if' || k === 'throw');
  const [only] = statements;
  const isTrue = only?.k === 'return' && only.value?.k === 'const' && only.value.value === true;
  return statements.length === 1 && isTrue ? only : undefined;
}
