import { type LocatedValue, valueAt } from '../../files/structured/value.ts';
import type { Resource } from '../cloud/resource.ts';
import { tableOf, writtenText } from '../values.ts';
import { evaluatedTable } from './intrinsics.ts';

const empty = new Map<string, never>();

/** Returns the resources of a CloudFormation template; none of a document that is no template. */
export function resourcesOf(root: LocatedValue, text: string): readonly Resource[] {
  return [...(tableOf(valueAt(root, 'Resources'))?.members ?? [])].flatMap(
    ([name, { key, value }]): Resource[] => {
      const type = writtenText(valueAt(value, 'Type'));
      if (type === undefined) return [];
      const { start, end } = key;
      const properties = tableOf(valueAt(value, 'Properties'));
      const body = properties
        ? evaluatedTable(properties, root)
        : ({ kind: 'table', members: empty, start, end } as const);
      return [{ format: 'cloudformation', type, address: name, name, header: key, body, text }];
    },
  );
}
