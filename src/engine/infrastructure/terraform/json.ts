/** Terraform in JSON (developer.hashicorp.com/terraform/language/syntax/json): the same blocks as in HCL. */
import { readJson } from '../../files/structured/json.ts';
import type { Fault, LocatedTable, LocatedValue, Member } from '../../files/structured/value.ts';
import { eachOf, tableOf } from '../values.ts';
import { anchored, type Block, interpolated, type Resolve } from './hcl.ts';
import { expression } from './operators.ts';

export const isTerraformJson = (path: string): boolean => path.endsWith('.tf.json');

/** Labels of each kind of block. */
const labelCounts: Readonly<Record<string, number>> = {
  resource: 2,
  data: 2,
  module: 1,
  variable: 1,
  locals: 0,
};

/** Returns the blocks of a text, and its first mistake. @throws SyntaxError where it is no JSON, RangeError where it is nested too deep */
export function readTerraformJson(
  text: string,
  resolve: Resolve,
): { readonly blocks: readonly Block[]; readonly fault?: Fault } {
  const { root, faults } = readJson(text);
  const blocks = [...(tableOf(root)?.members ?? [])].flatMap(([type, member]) =>
    blocksIn(type, member, labelCounts[type] ?? -1, [], resolve),
  );
  const [fault] = faults;
  return { blocks, ...(fault && { fault }) };
}

/** Blocks stand below their labels; where there are several of one name, in a list. */
function blocksIn(
  type: string,
  { key, value }: Member,
  left: number,
  labels: readonly string[],
  resolve: Resolve,
): readonly Block[] {
  if (left < 0) return [];
  return eachOf(value).flatMap((each) => {
    const table = tableOf(each);
    if (!table) return [];
    if (left === 0) return [{ type, labels, header: key, body: resolvedTable(table, resolve) }];
    return [...table.members].flatMap(([label, member]) =>
      blocksIn(type, member, left - 1, [...labels, label], resolve),
    );
  });
}

const resolvedTable = (table: LocatedTable, resolve: Resolve): LocatedTable => ({
  ...table,
  members: new Map(
    [...table.members]
      .filter(([, { value }]) => value.kind !== 'literal' || value.text !== 'null')
      .map(([key, member]) => [key, { key: member.key, value: resolved(member.value, resolve) }]),
  ),
});

/** Texts of JSON hold the expressions of HCL as interpolations. */
function resolved(value: LocatedValue, resolve: Resolve): LocatedValue {
  if (value.kind === 'table') return resolvedTable(value, resolve);
  if (value.kind === 'list') return { ...value, items: value.items.map((item) => resolved(item, resolve)) };
  if (value.kind !== 'text' || !value.text.includes('${')) return value;
  const whole = /^\$\{([^{}]+)\}$/.exec(value.text)?.[1]?.trim();
  if (whole === undefined)
    return {
      ...value,
      text: value.text.replace(/\$\{([^}]{0,500})\}/g, (_, inner: string) => interpolated(inner, resolve)),
    };
  const known = resolve(whole);
  return (known && anchored(known, { start: value.start, end: value.end })) ?? { ...value, tag: expression };
}
