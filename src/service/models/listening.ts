import { connect, type NetConnectOpts } from 'node:net';
import { checkOwnSocket } from '../../api/own-socket.ts';
import type { ModelConnection } from './connection.ts';

const listeningMs = 1_000;

/** Whether something answers where a model on this machine is reached; through a socket, only of this user. */
export async function isListening({
  baseUrl,
  socket,
}: Pick<ModelConnection, 'baseUrl' | 'socket'>): Promise<boolean> {
  if (socket === undefined) {
    const { hostname, port } = new URL(baseUrl);
    return await canConnect({ host: hostname, port: Number(port) });
  }
  try {
    await checkOwnSocket(socket);
    return await canConnect({ path: socket });
  } catch {
    return false;
  }
}

function canConnect(where: NetConnectOpts): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ ...where, timeout: listeningMs });
    const end = (is: boolean): void => {
      socket.destroy();
      resolve(is);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
