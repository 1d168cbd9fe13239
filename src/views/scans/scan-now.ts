import type { Session } from '../session.ts';

/**
 * Scans now: a scan that runs began before the change, and ends first.
 * @param folders URIs of the folders that are scanned; all of the workspace when left out
 */
export async function scanNow(session: Session, folders?: ReadonlySet<string>): Promise<void> {
  while (session.isBusy) {
    await new Promise<void>((resolve) => {
      const subscription = session.onDidChange(() => {
        if (session.isBusy) return;
        subscription.dispose();
        resolve();
      });
    });
  }
  await session.scan(folders ? { only: folders } : {});
}
