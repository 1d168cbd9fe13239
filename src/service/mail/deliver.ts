import type { MailOptions } from './mail-options.ts';
import type { Message } from './messages.ts';

export interface MailFailure {
  /** A sentence for a person, without what the server wrote. */
  readonly reason: string;
  /** Whether another attempt would meet the same. */
  readonly isFinal: boolean;
}

/**
 * Hands one message to the mail server, within a time.
 * @returns why it could not be handed over; undefined where it was
 */
export async function deliver(
  server: MailOptions,
  message: Message & { readonly to: string },
  attemptMs: number,
  stop: AbortSignal,
): Promise<MailFailure | undefined> {
  // Loaded with the first mail: a start does without it.
  const { default: nodemailer } = await import('nodemailer');
  const { host, port, secure, requireTLS, auth, from } = server;
  const transport = nodemailer.createTransport({
    ...{ host, port, secure, requireTLS },
    ...(auth && { auth: { ...auth } }),
    connectionTimeout: attemptMs,
    greetingTimeout: attemptMs,
    socketTimeout: attemptMs,
    dnsTimeout: attemptMs,
    disableFileAccess: true,
    disableUrlAccess: true,
    tls: { minVersion: 'TLSv1.2' },
  });
  const late = AbortSignal.any([AbortSignal.timeout(attemptMs), stop]);
  const { promise: cut, end } = aborted(late);
  try {
    await Promise.race([
      transport.sendMail({
        from: { name: 'Parapet', address: from },
        to: { name: '', address: message.to },
        subject: message.subject,
        text: message.text,
        headers: { 'Auto-Submitted': 'auto-generated' },
      }),
      cut,
    ]);
    return undefined;
  } catch (error) {
    if (late.aborted) return { reason: 'The mail server did not answer in time.', isFinal: false };
    return failureOf(error);
  } finally {
    end();
    transport.close();
  }
}

/** Rejects when a signal aborts, until it is ended. */
function aborted(signal: AbortSignal): { readonly promise: Promise<never>; readonly end: () => void } {
  let end = (): void => undefined;
  const promise = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    end = () => signal.removeEventListener('abort', stop);
  });
  promise.catch(() => undefined);
  return { promise, end };
}

function failureOf(error: unknown): MailFailure {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const answered = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : undefined;
  const status = answered === undefined || Number.isNaN(answered) ? '' : ` (${answered})`;
  const isFinal = answered !== undefined && answered >= 500 && answered < 600;
  switch (code) {
    case 'EAUTH':
      return { reason: `The mail server refuses the service’s user or password${status}.`, isFinal: false };
    case 'EENVELOPE':
      return { reason: `The mail server refuses the address${status}.`, isFinal };
    case 'EMESSAGE':
      return { reason: `The mail server refuses the message${status}.`, isFinal };
    case 'EDNS':
      return { reason: 'The mail server’s host was not found.', isFinal: false };
    case 'ETLS':
      return { reason: 'No TLS connection with the mail server could be made.', isFinal: false };
    case 'ETIMEDOUT':
      return { reason: 'The mail server did not answer in time.', isFinal: false };
    case 'ECONNECTION':
    case 'ESOCKET':
      return {
        reason: 'The mail server cannot be reached, or its certificate is not trusted.',
        isFinal: false,
      };
    default:
      return { reason: `The mail server did not take the message${status}.`, isFinal };
  }
}
