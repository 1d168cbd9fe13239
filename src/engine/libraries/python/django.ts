import type { CallSite, Machine } from '../../dataflow/interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../../dataflow/names/linking.ts';
import { clearLabels, type Labels } from '../../dataflow/values/labels.ts';
import { everyClass } from '../../dataflow/values/masks.ts';
import { ofClass, tainted, unknown, type Value } from '../../dataflow/values/values.ts';
import { dottedName } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';

const querySet = 'django.db.models.QuerySet';

const plainText =
  /^django\.core\.validators\.validate_(?:slug|ipv4_address|ipv46_address|ipv6_address|comma_separated_integer_list)$/;

/** The form of form views, which their class names: `form_class = OrderForm`. */
function formOfView({ project }: Machine, { cls, ir, module }: LinkedFunction): readonly Value[] {
  if (ir.name !== 'form_valid') return [];
  const named = cls?.ir.fields.find(({ name }) => name === 'form_class')?.init;
  const name = named && dottedName(named);
  const form = name === undefined ? undefined : project.typeNamed(name, module);
  return typeof form === 'object' ? [unknown, ofClass(form)] : [];
}

/** Names of methods, before that of a field, and whether they are given the value. */
const cleaning = [
  ['clean_', false],
  ['validate_', true],
] as const;

/**
 * What `clean_<field>` of Django's forms and `validate_<field>` of its REST framework's serializers let through: they raise, or give
 * back what they were asked about.
 */
function cleanedByForm(
  machine: Machine,
  cls: LinkedClass,
  name: string,
  labels: Labels,
  site: CallSite,
): Labels {
  const { entry } = site.frame;
  let left = labels;
  for (const [prefix, isGiven] of cleaning) {
    const [fn] = machine.project.members.method(cls, `${prefix}${name}`);
    if (!fn || entry.stack.includes(fn) || fn.ir.params.length !== (isGiven ? 2 : 1)) continue;
    const args = isGiven
      ? [{ value: tainted(left), expr: undefined, name: undefined, spread: undefined }]
      : [];
    const self = ofClass(cls);
    const result = machine.callCallable(
      { kind: 'function', fn, environment: undefined, self },
      self,
      args,
      site,
    );
    left = clearLabels(
      left,
      result.labels.reduce((mask, { cleared }) => mask.and(cleared), everyClass),
    );
  }
  return left;
}

export const hooks: LibraryHooks = {
  patternCheck: 'django.core.validators.RegexValidator',
  parameters: formOfView,
  cleaned: cleanedByForm,
  validator: (path) => {
    if (plainText.test(path)) return 'listed';
    return path.endsWith('.RegexValidator') ? 'pattern' : undefined;
  },
  // A query of the project's own stays one, narrowed or not.
  keepsClass: (owner, _, made) => owner === querySet && made.api === owner,
};
