import type { Finding } from '../../finding.ts';
import type { RuleMatch } from '../../rules/rule.ts';
import type { Hit } from '../interpreter/machine.ts';
import type { LinkedFunction, LinkedModule } from '../names/linking.ts';
import { anchor } from '../values/positions.ts';
import type { CountedSources } from './counted-sources.ts';
import { toFinding } from './findings.ts';

/** Returns the finding of what is wrong by its structure; undefined in a module without code. */
export function structural(
  module: LinkedModule,
  match: RuleMatch,
  counted: CountedSources,
): Finding | undefined {
  const fn = functionAt(module, match.at) ?? module.functions[0];
  if (!fn) return undefined;
  const hit: Hit = {
    sink: { kind: 'structure' },
    variant: undefined,
    confidence: undefined,
    ...match,
    ...anchor(fn, match),
    fn,
    label: undefined,
  };
  return toFinding([hit], counted);
}

/** The innermost function around an offset: functions stand in the order of their beginnings, inner ones later. */
function functionAt(module: LinkedModule, offset: number): LinkedFunction | undefined {
  return module.functions.findLast(({ ir }) => ir.index > 0 && ir.at <= offset && offset < ir.end);
}
