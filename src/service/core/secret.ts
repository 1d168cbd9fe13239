import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as text that may stand in an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** SHA-256 suffices where the secret is 256 random bits: there is no dictionary to try. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
