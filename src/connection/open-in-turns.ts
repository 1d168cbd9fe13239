import { ownTurn } from '../yielding.ts';

/** Loads all that a connection needs: the schemas' library and what is built with it, for each takes its time. */
export async function openInTurns(): Promise<typeof import('./open.ts')> {
  for (const load of [
    () => import('zod'),
    () => import('../api/contract/issue.ts'),
    () => import('../api/client.ts'),
    () => import('./service-api.ts'),
  ]) {
    await load();
    await ownTurn();
  }
  return await import('./open.ts');
}
