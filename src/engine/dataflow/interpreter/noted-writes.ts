import { receiverIndex } from '../values/labels.ts';
import type { Value } from '../values/values.ts';
import type { Frame } from './machine.ts';

/** What a function writes to an object that it was given, its caller must see. */
export function noteWrite(object: Value, frame: Frame): void {
  for (const { origin } of object.labels) {
    if (origin.kind !== 'parameter') continue;
    frame.entry.usesObjects = true;
    if (origin.index === receiverIndex) frame.entry.writesSelf = true;
  }
}
