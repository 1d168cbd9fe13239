import { type LocatedValue, valueAt } from '../../files/structured/value.ts';
import type { Resource } from '../cloud/resource.ts';
import { tableOf, writtenText } from '../values.ts';

const empty = new Map<string, never>();

/** Returns the resources of a CloudFormation template; none of a document that is no template. */
export function resourcesOf(root: LocatedValue, text: string): readonly Resource[] {
  return [...(tableOf(valueAt(root, 'Resources'))?.members ?? [])].flatMap(
    ([name, { key, value }]): Resource[] => {
      const type = writtenText(valueAt(value, 'Type'));
      if (type === undefined) return [];
      const { start, end } = key;
      const body = tableOf(valueAt(value, 'Properties')) ?? { kind: 'table', members: empty, start, end };
      return [{ format: 'cloudformation', type, address: name, name, header: key, body, text }];
    },
  );
}
