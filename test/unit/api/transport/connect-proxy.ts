import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/**
 * A real proxy that opens tunnels (CONNECT), all of them to one port of this machine whatever host is asked for: so a
 * test can give its server any name.
 */
export class ConnectProxy implements AsyncDisposable {
  /** What was asked for, e.g. `service.test:443`. */
  readonly tunnels: string[] = [];
  /** What came as `Proxy-Authorization`. */
  readonly authorizations: (string | undefined)[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: number, expected: string | undefined, refuseWith: number | undefined) {
    this.#server = createServer();
    this.#server.on('connect', (request, near: Socket, head) => {
      const authorization = request.headers['proxy-authorization'];
      this.authorizations.push(authorization);
      this.#keep(near);
      const refuse = (status: number): void =>
        void near.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
      if (expected !== undefined && authorization !== expected) return refuse(407);
      if (refuseWith !== undefined) return refuse(refuseWith);
      this.tunnels.push(request.url ?? '');
      const far = connect(target, '127.0.0.1', () => {
        near.write('HTTP/1.1 200 OK\r\n\r\n');
        far.write(head);
        far.pipe(near);
        near.pipe(far);
      });
      this.#keep(far);
    });
  }

  /**
   * @param target the port that all tunnels lead to
   * @param expected the `Proxy-Authorization` without which the answer is 407
   * @param refuseWith the status with which every tunnel is refused
   */
  static async start(
    target: number,
    { expected, refuseWith }: { expected?: string; refuseWith?: number } = {},
  ): Promise<ConnectProxy> {
    const proxy = new ConnectProxy(target, expected, refuseWith);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get host(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => this.#sockets.delete(socket));
  }
}
