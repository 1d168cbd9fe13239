import { declarationOf } from '../../dataflow/guards/checked.ts';
import { deepLabels } from '../../dataflow/interpreter/loads.ts';
import type { CallSite, Frame, Machine } from '../../dataflow/interpreter/machine.ts';
import type { LinkedFunction } from '../../dataflow/names/linking.ts';
import { dataLabels, joinLabels, type Labels, noLabels } from '../../dataflow/values/labels.ts';
import { anchor } from '../../dataflow/values/positions.ts';
import { unknown, type Value } from '../../dataflow/values/values.ts';
import type { Sink } from '../../finding.ts';
import type { Param } from '../../ir/ir.ts';
import { decoratorArgs } from '../../ir/walk.ts';
import type { LibraryHooks } from '../hooks.ts';

/**
 * A call of a mapper's method whose statement stands in a resource file: what the statement takes as text (`${name}`
 * of MyBatis) is read as SQL.
 */
function reportMapped(
  machine: Machine,
  fn: LinkedFunction,
  args: readonly (Value | undefined)[],
  site: CallSite,
): void {
  const statement = fn.cls && `${fn.cls.ir.qualifiedName}.${fn.ir.name}`;
  if (statement === undefined) return;
  const written = machine.project.resources.statements.get(statement);
  if (!written) return;
  const paths = written.flatMap((names) => names.split(' ')).map((name) => name.split('.'));
  const { params } = fn.ir;
  params.forEach((param, i) => {
    const value = args[i];
    if (!value || machine.project.isScalar(param.type, fn.module)) return;
    const name = nameOf(param);
    const taken = paths.flatMap(([head = '', ...rest]) =>
      head === name ? [rest] : params.length === 1 ? [[head, ...rest]] : [],
    );
    const labels = taken.reduce<Labels>(
      (all, path) => joinLabels(all, labelsAt(machine, value, path, site)),
      noLabels,
    );
    for (const label of dataLabels(labels)) {
      machine.report(
        {
          vulnClass: 'sql-injection',
          fn: site.frame.fn,
          ...anchor(site.frame.fn, site.node),
          sink: mapped(statement),
          message: undefined,
          variant: undefined,
          confidence: undefined,
          label,
        },
        site.frame.entry,
      );
    }
  });
}

/** The labels of what stands under a path of names in an object. Variables of the statement's own are none of its fields. */
function labelsAt(machine: Machine, value: Value, path: readonly string[], site: CallSite): Labels {
  const { frame, node } = site;
  const [name, ...rest] = path;
  const { cls } = value;
  const isField =
    name !== undefined &&
    cls !== undefined &&
    (declarationOf(cls, name) !== undefined ||
      machine.project.members.method(cls, accessor(name)).length > 0);
  const isKey =
    name !== undefined && value.refs.length > 0 && value.refs.every((id) => hasKey(machine, id, name, frame));
  return isField || isKey
    ? labelsAt(machine, machine.readField(value, name, frame, node), rest, site)
    : deepLabels(machine, value, frame, 2);
}

const accessor = (name: string): string => `get${name.charAt(0).toUpperCase()}${name.slice(1)}`;

const hasKey = (machine: Machine, id: number, name: string, { state }: Frame): boolean =>
  machine.object(id, state)?.fields.has(name) ?? false;

const mapped = (name: string): Sink => ({
  kind: 'statement',
  name,
  what: "the text of a mapper's SQL statement",
});

/** `@SelectProvider(type = Statements.class, method = "byName")`: the text of the statement is what that method gives. */
function reportProvided(
  machine: Machine,
  fn: LinkedFunction,
  args: readonly (Value | undefined)[],
  site: CallSite,
): void {
  const provider = providerOf(machine, fn);
  if (!provider) return;
  const text = machine.invoke(provider, undefined, unknown, args, site);
  const returned = provider.ir.body.findLast((statement) => statement.k === 'return');
  for (const label of dataLabels(deepLabels(machine, text, site.frame, 1))) {
    machine.report(
      {
        vulnClass: 'sql-injection',
        fn: provider,
        ...anchor(provider, returned ?? provider.ir),
        sink: mapped(`${fn.cls?.ir.qualifiedName}.${fn.ir.name}`),
        message: undefined,
        variant: undefined,
        confidence: undefined,
        label,
      },
      site.frame.entry,
    );
  }
}

export const hooks: LibraryHooks = {
  calledWithoutBody: (machine, fn, args, site) => {
    reportMapped(machine, fn, args, site);
    reportProvided(machine, fn, args, site);
  },
};

const providing = /(?:^|\.)(?:Select|Insert|Update|Delete)Provider$/;

function providerOf({ project }: Machine, { ir, module }: LinkedFunction): LinkedFunction | undefined {
  for (const decorator of ir.decorators) {
    const { expr } = decorator;
    const written = expr.k === 'call' ? expr.callee : expr;
    if (written.k !== 'type' || !written.type.candidates.some((name) => providing.test(name))) continue;
    const args = decoratorArgs(decorator);
    const given = args.find(({ name }) => name === 'type' || name === 'value')?.value;
    const method = args.find(({ name }) => name === 'method')?.value;
    const cls = given?.k === 'type' ? project.typeOf(given.type, module) : undefined;
    const name = method?.k === 'const' ? String(method.value) : ir.name;
    if (typeof cls === 'object') return cls.methods.get(name)?.[0];
  }
  return undefined;
}

/** The name under which a statement knows a parameter: that of `@Param("name")`, else its own. */
function nameOf(param: Param): string {
  for (const decorator of param.decorators) {
    const [first] = decoratorArgs(decorator);
    if (first?.value.k === 'const' && typeof first.value.value === 'string') return first.value.value;
  }
  return param.target.k === 'var' ? param.target.name : '';
}
