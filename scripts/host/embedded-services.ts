import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Discovery, discoveryFileName, discoverySchema } from '../../src/api/discovery.ts';
import { isAlive } from '../../src/connection/embedded-client.ts';

const ANSWER_TIMEOUT_MS = 2_000;
const END_TIMEOUT_MS = 5_000;
const POLL_MS = 50;

/**
 * Ends the embedded services that an extension started with its data below `dataDir`. They are processes of their
 * own, shared by all windows, so that ending the host does not end them. A process is ended only if a service
 * answers where its discovery file says.
 */
export async function stopEmbeddedServices(dataDir: string): Promise<void> {
  for await (const discovery of embeddedServices(dataDir)) {
    process.kill(discovery.pid, 'SIGTERM');
    const deadline = Date.now() + END_TIMEOUT_MS;
    while (Date.now() < deadline && (await answers(discovery))) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }
}

/** The services below `dataDir` that answer. */
export async function* embeddedServices(dataDir: string): AsyncGenerator<Discovery> {
  for await (const file of glob(`**/globalStorage/**/${discoveryFileName}`, { cwd: dataDir })) {
    const discovery = await readDiscovery(path.join(dataDir, file));
    if (discovery !== undefined && (await answers(discovery))) yield discovery;
  }
}

async function readDiscovery(file: string): Promise<Discovery | undefined> {
  try {
    return discoverySchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

async function answers(discovery: Discovery): Promise<boolean> {
  return await isAlive(discovery, AbortSignal.timeout(ANSWER_TIMEOUT_MS)).catch(() => false);
}
