import { declarationOf } from '../../dataflow/guards/checked.ts';
import type { CallSite, Frame, Machine } from '../../dataflow/interpreter/machine.ts';
import { setVariable } from '../../dataflow/interpreter/variables.ts';
import type { LinkedClass } from '../../dataflow/names/linking.ts';
import { clearLabels, type Labels } from '../../dataflow/values/labels.ts';
import { everyClass, noClass } from '../../dataflow/values/masks.ts';
import { withLabels } from '../../dataflow/values/values.ts';
import type { LibraryHooks } from '../hooks.ts';
import { areParametersChecked, isFieldChecked, takesOutcome } from './validation/validated.ts';
import { clearedByValidators } from './validation/validators.ts';

const identifier = /^org\.hibernate\.validator\.constraints\.UUID$/;
const pattern = /(?:^|\.)constraints\.Pattern$/;

/** What constraints of the project's own leave of the data in a field, where somebody looks at them. */
function cleaned(machine: Machine, cls: LinkedClass, name: string, labels: Labels, site: CallSite): Labels {
  const declared = declarationOf(cls, name);
  const constraints = declared?.field.decorators.filter((one) => isFieldChecked(machine, cls, one)) ?? [];
  if (!declared || constraints.length === 0) return labels;
  return clearLabels(labels, clearedByValidators(machine, constraints, declared.owner.module, site));
}

/** Where a framework calls a handler, the constraints on its parameters hold. Other callers do not ask for them. */
function enter(machine: Machine, frame: Frame): void {
  const { fn, depth } = frame;
  if (depth > 0) return;
  for (const param of fn.ir.params) {
    const { target, decorators } = param;
    if (target.k !== 'var' || decorators.length === 0 || !areParametersChecked(machine, fn, param)) continue;
    const value = machine.evaluate(target, frame);
    const given = value.labels.filter(({ origin }) => origin.kind === 'source');
    if (given.length === 0) continue;
    const site = { node: param, frame };
    const mask = clearedByValidators(machine, decorators, fn.module, site);
    if (mask === noClass) continue;
    const left = value.labels.flatMap((label) =>
      given.includes(label) ? clearLabels([label], mask) : [label],
    );
    setVariable(machine, target.name, withLabels(value, left), frame);
  }
}

/** Jakarta Validation: `@Pattern(regexp = "…")`, what Hibernate adds to it, and constraints of the project's own. */
export const hooks: LibraryHooks = {
  check: (path) => {
    if (identifier.test(path)) return { kind: 'classes', mask: everyClass };
    return pattern.test(path) ? { kind: 'pattern', isFirst: true, whole: true } : undefined;
  },
  checksParameters: areParametersChecked,
  checksField: isFieldChecked,
  cleaned,
  enter,
  declaresOthers: takesOutcome,
};
