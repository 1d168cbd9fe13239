import type { CallSite, Machine } from '../../dataflow/interpreter/machine.ts';
import type { LinkedClass, LinkedFunction } from '../../dataflow/names/linking.ts';
import { clearLabels, type Labels } from '../../dataflow/values/labels.ts';
import { everyClass } from '../../dataflow/values/masks.ts';
import { ofClass, tainted, unknown, type Value } from '../../dataflow/values/values.ts';
import { dottedName } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';

const querySet = 'django.db.models.QuerySet';
const views = ['django.views.View', 'rest_framework.views.APIView'];

const plainText =
  /^django\.core\.validators\.validate_(?:slug|ipv4_address|ipv46_address|ipv6_address|comma_separated_integer_list)$/;

/** Fields in which views name the class of their forms and serializers, and the methods that make one or are given one. */
const namedBy: ReadonlyMap<string, string> = new Map([
  ['get_form', 'form_class'],
  ['form_valid', 'form_class'],
  ['get_serializer', 'serializer_class'],
  ['perform_create', 'serializer_class'],
  ['perform_update', 'serializer_class'],
]);

/** The form or serializer of a view, which its class names: `form_class = OrderForm`. */
function formOfView({ project }: Machine, cls: LinkedClass, method: string): LinkedClass | undefined {
  const wanted = namedBy.get(method);
  if (wanted === undefined) return undefined;
  const seen = new Set<LinkedClass>();
  for (let own: LinkedClass | undefined = cls; own && !seen.has(own); own = own.bases[0]) {
    seen.add(own);
    const named = own.ir.fields.find(({ name }) => name === wanted)?.init;
    const name = named && dottedName(named);
    const form = name === undefined ? undefined : project.typeNamed(name, own.module);
    if (typeof form === 'object') return form;
  }
  return undefined;
}

function parametersOfView(machine: Machine, { cls, ir }: LinkedFunction): readonly Value[] {
  const form = cls && formOfView(machine, cls, ir.name);
  return form ? [unknown, ofClass(form)] : [];
}

/** A query of the project's own stays one, narrowed or not. */
function givenClass(
  machine: Machine,
  cls: LinkedClass,
  owner: string,
  name: string,
  made: Value,
): LinkedClass | undefined {
  if (owner === querySet && made.api === owner) return cls;
  return views.some((view) => machine.catalog.isA(owner, view)) ? formOfView(machine, cls, name) : undefined;
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
  parameters: parametersOfView,
  cleaned: cleanedByForm,
  validator: (path) => {
    if (plainText.test(path)) return 'listed';
    if (/\.Regex(?:Validator|Field)$/.test(path)) return 'pattern';
    return path.endsWith('.ListField') ? 'list' : undefined;
  },
  givenClass,
};
