import * as z from 'zod';
import { isLoopback } from '../http/guards.ts';

/** The operator's mail server, and whom mail is from. */
export interface MailOptions {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps`); otherwise by STARTTLS where the server has it. */
  readonly secure: boolean;
  /** Whether a server without TLS is refused: so it is where a password is sent to another machine. */
  readonly requireTLS: boolean;
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
  readonly from: string;
}

/**
 * What `parapet serve` sends mail with: PARAPET_SMTP_URL (`smtps://user:password@host:465`, `smtp://host:587`) and
 * PARAPET_MAIL_FROM.
 * @returns undefined where no server is named
 * @throws Error with a sentence for the user, and without the address
 */
export function mailOptionsOf(environment: NodeJS.ProcessEnv): MailOptions | undefined {
  const text = environment['PARAPET_SMTP_URL']?.trim() || undefined;
  if (text === undefined) return undefined;
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '')
    throw new Error(
      'PARAPET_SMTP_URL must be of the form smtps://user:password@host:465 or smtp://host:587.',
    );
  const from = z.email().safeParse(environment['PARAPET_MAIL_FROM']?.trim());
  if (!from.success)
    throw new Error('PARAPET_MAIL_FROM must be the address that mail is from, as parapet@example.com.');
  const secure = url.protocol === 'smtps:';
  const auth =
    url.username === ''
      ? undefined
      : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && auth !== undefined && !isLoopback(host),
    auth,
    from: from.data,
  };
}
