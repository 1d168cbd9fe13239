import { clearLabels } from '../values/labels.ts';
import { maskOf } from '../values/masks.ts';
import { type Value, withKnown, withLabels } from '../values/values.ts';
import type { HeapObject } from './heap.ts';

/** Properties of an address that come after its host, whatever is written to them. */
const behindHost = new Set(['pathname', 'search', 'hash']);

const isHost = (name: string): boolean => name === 'host' || name === 'hostname';

const isAddress = ({ api }: HeapObject): boolean => api === 'URL' || api === 'url.URL';

const withoutHost = (value: Value): Value =>
  withLabels(value, clearLabels(value.labels, maskOf(['ssrf', 'open-redirect'])));

/** `address.hostname = HOST`: of whatever an address was made, it leads to the host that is set. */
export function withHost(object: HeapObject, name: string, host: Value): HeapObject {
  const { content } = object;
  if (!content || !isAddress(object) || !isHost(name)) return object;
  return {
    ...object,
    content: host.labels.length === 0 ? withoutHost(content) : withKnown(content, undefined),
  };
}

/** What an address has in a property: behind its host, nothing changes where it leads. */
export const inAddress = (object: HeapObject, name: string, value: Value): Value =>
  isAddress(object) && behindHost.has(name) ? withoutHost(value) : value;
