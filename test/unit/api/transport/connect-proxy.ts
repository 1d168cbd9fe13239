import { createServer, request as requestHttp, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/**
 * A real proxy that opens tunnels (CONNECT) and forwards requests in the clear, all of them to one port of this machine
 * whatever host is asked for: so a test can give its server any name.
 */
export class ConnectProxy implements AsyncDisposable {
  /** What was asked for, e.g. `service.test:443`. */
  readonly tunnels: string[] = [];
  /** What was asked for in the clear, e.g. `http://service.test/a`. */
  readonly forwarded: string[] = [];
  /** What came as `Proxy-Authorization`. */
  readonly authorizations: (string | undefined)[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: number, expected: string | undefined, refuseWith: number | undefined) {
    this.#server = createServer((request, response) => {
      const { 'proxy-authorization': authorization, ...headers } = request.headers;
      this.authorizations.push(authorization);
      const refusal = expected !== undefined && authorization !== expected ? 407 : refuseWith;
      if (refusal !== undefined) return void response.writeHead(refusal).end();
      this.forwarded.push(request.url ?? '');
      const { pathname, search } = new URL(request.url ?? '');
      const { method } = request;
      const onward = requestHttp({ port: target, method, path: pathname + search, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    });
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
   * @param refuseWith the status with which everything is refused
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
