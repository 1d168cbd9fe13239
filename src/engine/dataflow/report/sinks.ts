import { noteDeciding } from '../guards/deciding.ts';
import type { Frame, Machine } from '../interpreter/machine.ts';
import { gap } from '../values/constants.ts';
import { bitOf } from '../values/masks.ts';
import { prefixOf, type Value } from '../values/values.ts';

/** A path, query or fragment after an address of the program's own. */
const afterGap = new RegExp(`^${gap}[^/?#]*(?:[?#]|/(?!/))`);

/** Whether the constant beginning of a text decides that what follows cannot do harm: a fixed host, a local path. */
export function clearedByText(machine: Machine, vulnClass: string, value: Value, frame: Frame): boolean {
  // `--depth=` and what follows it, `user@` before it: only a text's beginning makes it an option.
  if (vulnClass === 'argument-injection') {
    noteDeciding(frame, value);
    return !/^-{0,2}$/.test(prefixOf(value));
  }
  if (vulnClass !== 'ssrf' && vulnClass !== 'open-redirect') return false;
  let prefix = prefixOf(value);
  // A caller that passes a path begins it, most often, where the host ends.
  noteDeciding(frame, value);
  for (const id of value.refs) prefix ||= prefixOf(machine.object(id, frame.state)?.content ?? value);
  if (/^(?:[a-z][a-z0-9+.-]*:)+\/\/[^/?#]+[/?#]/i.test(prefix)) return true;
  if (afterGap.test(prefix)) return true;
  // `"/" + target.lstrip("/")`
  if (prefix === '/' && value.labels.every(({ cleared }) => cleared.meets(bitOf('no-first-slash'))))
    return true;
  // A path of the server that is meant anyway.
  if (vulnClass === 'ssrf') return /^\/(?!\/)/.test(prefix);
  return /^\/(?![/\\])[^\s]/.test(prefix) || /^[?#]/.test(prefix) || /^[\w.-]+[/?#]/.test(prefix);
}
