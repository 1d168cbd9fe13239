import { type ComponentChildren, createContext, createElement } from 'preact';
import type { PatchCardView } from '../messages.ts';

/** What parts deep in a message need of the page. */

/** Patches by issue, as far as they were asked for. */
export const Patches = createContext<ReadonlyMap<string, PatchCardView>>(new Map());

/** How often something that was asked of the extension failed. */
export const FailureCount = createContext(0);

/** Gives the parts below what they need of the page. */
export function Provide({
  patches,
  failures,
  children,
}: {
  readonly patches: ReadonlyMap<string, PatchCardView>;
  readonly failures: number;
  readonly children: ComponentChildren;
}) {
  const inner = createElement(FailureCount.Provider, { value: failures }, children);
  return <>{createElement(Patches.Provider, { value: patches }, inner)}</>;
}
