import type { PartView } from '../messages.ts';

/** How many calls in a row are shown one by one. */
const shownSingly = 3;

/** The parts in their order; calls in a row that are done with, where they are many, together. */
export function inGroups(
  parts: readonly PartView[],
): readonly { readonly at: number; readonly parts: readonly PartView[] }[] {
  const isDone = (part: PartView): boolean => part.type === 'tool' && part.call.status === 'COMPLETED';
  const groups: { at: number; parts: PartView[] }[] = [];
  for (const [at, part] of parts.entries()) {
    const last = groups.at(-1);
    if (last && isDone(part) && last.parts.every(isDone)) last.parts.push(part);
    else groups.push({ at, parts: [part] });
  }
  return groups.flatMap((group) =>
    group.parts.length > shownSingly
      ? [group]
      : group.parts.map((part, index) => ({ at: group.at + index, parts: [part] })),
  );
}
