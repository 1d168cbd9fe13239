import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface ConnectionLimits {
  /** Connections at once. */
  readonly all: number;
  /** Connections of one address at once. */
  readonly ofOneAddress: number;
}

/** What is taken for the limit of file descriptors where the system does not say. */
const usualDescriptors = 1_024;
/** More than a team needs, and few enough that they cost little memory. */
const mostConnections = 2_000;

/**
 * The limits that leave descriptors for the database, repositories and workers: half of what the process may have. One
 * address may take three quarters of that, since a reverse proxy is one address.
 */
export function usualConnectionLimits(descriptors = descriptorLimit()): ConnectionLimits {
  const all = Math.max(4, Math.min(mostConnections, Math.floor(descriptors / 2)));
  return { all, ofOneAddress: Math.ceil((all * 3) / 4) };
}

/**
 * Keeps a server within its limits. A connection too many costs the oldest one that waits, which has sent no whole
 * request or got its answer; connections whose request is being answered stay. So silent connections never keep
 * others out, however many there are.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): void {
  const open = new Map<Socket, string>();
  const waiting = new Set<Socket>();
  const ofAddress = new Map<string, number>();

  function makeRoom(newest: Socket, address: string): void {
    // First among its own, so that one address with too many costs the others nothing.
    if ((ofAddress.get(address) ?? 0) > limits.ofOneAddress)
      endOldest((socket) => open.get(socket) === address, newest);
    if (open.size > limits.all) endOldest(() => true, newest);
  }

  function endOldest(isMeant: (socket: Socket) => boolean, newest: Socket): void {
    let oldest = newest;
    for (const socket of waiting) {
      if (!isMeant(socket)) continue;
      oldest = socket;
      break;
    }
    forget(oldest);
    oldest.destroy();
  }

  function forget(socket: Socket): void {
    const address = open.get(socket);
    if (address === undefined) return;
    open.delete(socket);
    waiting.delete(socket);
    const left = (ofAddress.get(address) ?? 1) - 1;
    if (left === 0) ofAddress.delete(address);
    else ofAddress.set(address, left);
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    open.set(socket, address);
    waiting.add(socket);
    ofAddress.set(address, (ofAddress.get(address) ?? 0) + 1);
    socket.once('close', () => forget(socket));
    makeRoom(socket, address);
  });
  server.on('request', ({ socket }, response) => {
    waiting.delete(socket);
    response.once('close', () => {
      if (open.has(socket)) waiting.add(socket);
    });
  });
}

/** How many files and connections this process may have open at once. */
function descriptorLimit(): number {
  // Without this, names of network interfaces are looked up, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: unknown } } };
  const soft = report.userLimits?.open_files?.soft;
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft) || usualDescriptors;
}
