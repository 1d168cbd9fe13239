import type { EntryPoints } from '../routes/index.ts';
import { missingAuthentication } from './missing-authentication.ts';
import { missingAuthorization } from './missing-authorization.ts';
import { type RoutedHandler, routedHandlers } from './routed-handlers.ts';
import type { Hint } from './told.ts';

export type { Hint } from './told.ts';

/** Hints that come of comparing routes with those beside them. Off unless a scan asks for them. */
export function hints(entryPoints: EntryPoints): readonly Hint[] {
  const groups = new Map<string, RoutedHandler[]>();
  for (const handler of routedHandlers(entryPoints)) {
    const group = groups.get(handler.group);
    if (group) group.push(handler);
    else groups.set(handler.group, [handler]);
  }
  return [...groups.values()].flatMap((group) => [
    ...missingAuthentication(group),
    ...missingAuthorization(group),
  ]);
}
