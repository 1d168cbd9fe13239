import type { HeapObject, Layer } from './heap.ts';

/** Fields of what a variable refers to have names, and no deeper ones. */
const depth = 2;

/** The name of a variable or field of one of the objects `holders`, or of a field of what these refer to, that refers to an object. */
export function nameOfPlace(
  heap: Layer<number, HeapObject>,
  holders: Iterable<number>,
  id: number,
): string | undefined {
  let left = holders;
  for (let level = 0; level < depth; level++) {
    const below = new Set<number>();
    for (const holder of left)
      for (const [name, { refs }] of heap.get(holder)?.fields ?? []) {
        if (refs.includes(id)) return name;
        for (const ref of refs) below.add(ref);
      }
    left = below;
  }
  return undefined;
}
