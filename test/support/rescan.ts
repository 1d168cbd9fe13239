import assert from 'node:assert/strict';
import { embeddedServices } from '../../scripts/host/embedded-services.ts';
import { listScans, type Scan } from '../../src/api/contract/scans/scans.ts';
import { embeddedClient } from '../../src/connection/embedded-client.ts';
import type { Session } from './session.ts';

const POLL_MS = 100;
const PATIENCE_MS = 60_000;

/**
 * Scans the workspace once more, and waits until that scan is completed and the window has stopped to say that one runs. The
 * service is asked, because what the status bar shows meanwhile may come and go between two looks.
 */
export async function rescan({ workbench, dataDir }: Session): Promise<void> {
  const { value: discovery } = await embeddedServices(dataDir).next();
  assert.ok(discovery, 'no service answers');
  await using client = embeddedClient(discovery, 'parapet-test');
  const latest = async (): Promise<Scan | undefined> => (await client.call(listScans, { limit: 1 })).scans[0];
  const before = await latest();
  await workbench.command('Parapet: Scan This Workspace');
  for (const end = performance.now() + PATIENCE_MS; ; ) {
    const scan = await latest();
    if (scan?.id !== before?.id && scan?.status === 'COMPLETED') break;
    assert.ok(performance.now() < end, `the scan is ${scan?.id === before?.id ? 'not begun' : scan?.status}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  await workbench.scanned();
}
