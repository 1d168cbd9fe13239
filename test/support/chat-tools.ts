import type { ServerResponse } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { ChatTool } from '../../src/api/contract/agent/chat-channel.ts';
import { LocalServer } from '../unit/api/local-server.ts';
import { certificate } from '../unit/api/transport/self-signed.ts';

/** A chat tool of this machine, at an incoming webhook, over TLS. */
export interface SampleChatTool extends AsyncDisposable {
  readonly webhookUrl: string;
  /** The bodies that came, also those that were not taken. */
  readonly bodies: string[];
  /** Answers in the place of the tool; true where it did. */
  before: (response: ServerResponse) => boolean;
}

/** The end of the webhooks, which is shown. */
export const webhookEnd = 'Zz09';
/** What must be seen nowhere. */
export const webhookSecret = 'T00000000/B00000000/not-a-real-secret';

const answers: Readonly<Record<ChatTool, readonly [status: number, text: string]>> = {
  slack: [200, 'ok'],
  teams: [202, ''],
};

export async function startChatTool(tool: ChatTool): Promise<SampleChatTool> {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  const bodies: string[] = [];
  const server = await LocalServer.start((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      bodies.push(Buffer.concat(pieces).toString('utf8'));
      if (sample.before(response)) return;
      const [status, text] = answers[tool];
      response.writeHead(status).end(text);
    });
  }, 'https');
  const sample: SampleChatTool = {
    webhookUrl: `${server.url}/services/${webhookSecret}${webhookEnd}`,
    bodies,
    before: () => false,
    [Symbol.asyncDispose]: async () => {
      setDefaultCACertificates(before);
      await server[Symbol.asyncDispose]();
    },
  };
  return sample;
}
