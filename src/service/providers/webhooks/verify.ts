import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { HostedType } from '../../../api/contract/repositories/installations.ts';
import type { WebhookRequest } from './event.ts';

/** Whether who sent a webhook knows its secret. Takes the same time wherever it differs. */
export function isVerified(type: HostedType, { headers, body }: WebhookRequest, secret: string): boolean {
  switch (type) {
    case 'github':
      return isSigned(headers['x-hub-signature-256'], body, secret);
    case 'bitbucket':
    case 'bitbucketDataCenter':
      return isSigned(headers['x-hub-signature'], body, secret);
    case 'gitlab':
      return isSame(headers['x-gitlab-token'] ?? '', secret);
    case 'azureDevops':
      return isSame(passwordOf(headers['authorization']), secret);
  }
}

/** `sha256=` and a signature in hexadecimal digits. */
export function isSigned(given: string | undefined, body: Buffer, secret: string): boolean {
  return isSignedBare(/^sha256=(.*)$/i.exec(given ?? '')?.[1], body, secret);
}

/** An HMAC-SHA-256 in hexadecimal digits. */
export function isSignedBare(given: string | undefined, body: Buffer, secret: string): boolean {
  const [hex = ''] = /^[0-9a-f]{64}$/i.exec(given ?? '') ?? [];
  const right = createHmac('sha256', secret).update(body).digest();
  const signature = Buffer.from(hex, 'hex');
  return signature.length === right.length && timingSafeEqual(signature, right);
}

/** Of hashes: texts of different lengths cannot be compared in constant time. */
export function isSame(given: string, right: string): boolean {
  const [one, other] = [given, right].map((text) => createHash('sha256').update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}

function passwordOf(authorization: string | undefined): string {
  const [, encoded = ''] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}
