import type { Expr, ImportBinding, Pattern } from '../../ir/ir.ts';
import type { LinkedModule } from './linking.ts';

const found = new WeakMap<LinkedModule['ir'], readonly ImportBinding[]>();

/** Names that a script gets by `const { EventEmitter } = require('events')`: imports in another form. */
export function requiredNames({ ir }: LinkedModule): readonly ImportBinding[] {
  let names = found.get(ir);
  if (names) return names;
  names = (ir.functions[0]?.body ?? []).flatMap((statement) =>
    statement.k === 'declare' && statement.init ? bindingsOf(statement.target, statement.init) : [],
  );
  found.set(ir, names);
  return names;
}

function bindingsOf(target: Pattern, init: Expr): readonly ImportBinding[] {
  const member = init.k === 'field' ? init.name : undefined;
  const source = init.k === 'field' ? init.object : init;
  if (source.k !== 'import' || typeof source.module !== 'string') return [];
  const { module } = source;
  const bind = (local: Pattern, name: string): readonly ImportBinding[] =>
    local.k === 'var' ? [{ local: local.name, module, member: name, at: local.at, end: local.end }] : [];
  if (target.k === 'var') return bind(target, member ?? 'default');
  if (target.k !== 'objectPattern' || member !== undefined) return [];
  return target.props.flatMap((prop) => (typeof prop.key === 'string' ? bind(prop.target, prop.key) : []));
}
