import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { MailOptions } from '../../../../src/service/mail/mail-options.ts';

interface Received {
  readonly to: readonly string[];
  /** As it came over the wire. */
  readonly raw: string;
}

/** An SMTP server on loopback that keeps what it is sent. */
export class MailServer implements AsyncDisposable {
  readonly received: Received[] = [];
  readonly #server: SMTPServer;

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      hideSTARTTLS: true,
      onData: (stream, session, done) => {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address);
          this.received.push({ to, raw: Buffer.concat(pieces).toString('utf8') });
          done();
        });
      },
      ...options,
    });
    this.#server.on('error', () => undefined);
  }

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server.server, 'listening');
    return server;
  }

  get options(): MailOptions {
    const { port } = this.#server.server.address() as AddressInfo;
    return {
      host: '127.0.0.1',
      port,
      secure: false,
      requireTLS: false,
      auth: undefined,
      from: 'parapet@example.com',
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** The address of the one link in a mail, which may be broken over lines. */
export function linkIn(raw: string): string {
  const text = raw.replaceAll(/=\r\n/g, '').replaceAll('=3D', '=');
  return /https?:\/\/\S+secret=[\w-]+/.exec(text)?.[0] ?? '';
}
