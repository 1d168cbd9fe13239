import crypto from 'node:crypto';
import { v4 as uuid } from 'uuid';

export function sessionToken(): string {
  return Math.random().toString(36).slice(2); // expect: weak-random
}
export function resetCode(): string {
  const code = Math.floor(100000 + Math.random() * 900000); // expect: weak-random
  return String(code);
}
export const safeToken = () => crypto.randomBytes(32).toString('hex'); // ok: weak-random
export const otp = () => crypto.randomInt(100000, 999999).toString(); // ok: weak-random
export const apiKey = () => uuid(); // ok: weak-random
export function shuffleCards<T>(cards: T[]): T[] {
  return cards.sort(() => Math.random() - 0.5); // ok: weak-random
}
export const backoff = (attempt: number) => 2 ** attempt * 100 + Math.random() * 50; // ok: weak-random
export function generatePassword(length: number): string {
  let password = '';
  for (let i = 0; i < length; i++) {
    password += 'abcdefghijkmnpqrstuvwxyz23456789'.charAt(Math.floor(Math.random() * 32)); // expect: weak-random
  }
  return password;
}
