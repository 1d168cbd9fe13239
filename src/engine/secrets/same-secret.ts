import { createHash } from 'node:crypto';

/**
 * Returns what one secret has in common with itself in other places (`Finding.secret`).
 * @param name of what it is assigned to, where the value alone may be a password of several things
 */
export const sameSecret = (value: string, name = ''): string =>
  createHash('sha256').update(`${name}\0${value}`).digest('base64');
