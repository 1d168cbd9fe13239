import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Discovery, discoveryFileName, discoverySchema } from '../../api/discovery.ts';

/** Writes the file so that a reader sees the old or the new one, whole, and no other user sees either. */
export function writeDiscovery(folder: string, discovery: Discovery): void {
  const file = join(folder, discoveryFileName);
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, JSON.stringify(discoverySchema.parse(discovery)), { mode: 0o600, flag: 'wx' });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** @returns undefined when there is none, or what is there is not a discovery file. */
export function readDiscovery(folder: string): Discovery | undefined {
  try {
    return discoverySchema.parse(JSON.parse(readFileSync(join(folder, discoveryFileName), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Removes the file if it is still this instance's. */
export function removeDiscovery(folder: string, instanceId: string): void {
  if (readDiscovery(folder)?.instanceId === instanceId)
    rmSync(join(folder, discoveryFileName), { force: true });
}

/** Whether the service that a discovery file names is there and is that very instance. */
export async function isAlive(discovery: Discovery, timeoutMs = 1_000): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${discovery.port}/healthz`, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    });
    const body: unknown = await response.json();
    return (
      typeof body === 'object' &&
      body !== null &&
      'instanceId' in body &&
      body.instanceId === discovery.instanceId
    );
  } catch {
    return false;
  }
}
