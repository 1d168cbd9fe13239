import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type * as z from 'zod';
import {
  type Discovery,
  discoveryFileName,
  discoverySchema,
  portDiscoverySchema,
} from '../../api/discovery.ts';
import { checkOwnSocket, removeLeftSocket } from '../../api/own-socket.ts';

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

/** The file's content; undefined when there is none, or what is there is not a discovery file. */
export function readDiscovery(folder: string): Discovery | undefined {
  return read(folder, discoverySchema);
}

function read<T extends z.ZodType>(folder: string, schema: T): z.output<T> | undefined {
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, discoveryFileName), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Removes the file if it is still this instance's. */
export function removeDiscovery(folder: string, instanceId: string): void {
  if (readDiscovery(folder)?.instanceId === instanceId)
    rmSync(join(folder, discoveryFileName), { force: true });
}

/** Removes the file and the socket of a service that was killed. Only for who has the instance lock. */
export async function removeLeftDiscovery(folder: string): Promise<void> {
  const left = readDiscovery(folder);
  rmSync(join(folder, discoveryFileName), { force: true });
  if (left) await removeLeftSocket(left.socket, folder);
}

/**
 * The service that answers for the folder, if one does. A start removes the file that a killed service left before it
 * listens: a file that is the same before and after the answer is of the instance that answered.
 */
export async function findLiving(folder: string): Promise<Discovery | undefined> {
  const before = readDiscovery(folder);
  if (!before || !(await answers(before.socket))) return undefined;
  return readDiscovery(folder)?.instanceId === before.instanceId ? before : undefined;
}

/** The process of version 0.1.0 that serves the folder on a port, if one does. */
export async function findServiceOnPort(folder: string): Promise<{ pid: number } | undefined> {
  const found = read(folder, portDiscoverySchema);
  if (!found) return undefined;
  try {
    const response = await fetch(`http://127.0.0.1:${found.port}/healthz`, {
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    });
    return (await response.text()).includes(found.instanceId) ? found : undefined;
  } catch {
    return undefined;
  }
}

const answerMs = 1_000;

async function answers(socketPath: string): Promise<boolean> {
  try {
    await checkOwnSocket(socketPath);
    return await new Promise((resolve, reject) => {
      const options = { socketPath, path: '/healthz', signal: AbortSignal.timeout(answerMs) };
      request(options, (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      })
        .on('error', reject)
        .end();
    });
  } catch {
    return false;
  }
}
