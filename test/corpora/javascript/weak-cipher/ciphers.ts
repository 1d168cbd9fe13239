import * as crypto from 'node:crypto';
import CryptoJS from 'crypto-js';

export function encrypt(data: Buffer, key: Buffer) {
  const iv = crypto.randomBytes(16);
  const bad = crypto.createCipheriv('des-ede3-cbc', key, iv); // expect: weak-cipher
  const blocks = crypto.createCipheriv('aes-128-ecb', key, null); // expect: weak-cipher
  const good = crypto.createCipheriv('aes-256-gcm', key, iv); // ok: weak-cipher
  return [bad, blocks, good].map((cipher) => cipher.update(data));
}

export function fixed(key: Buffer) {
  return crypto.createCipheriv('aes-256-cbc', key, '0123456789abcdef'); // expect: weak-cipher
}

export function old(data: string, password: string) {
  const cipher = crypto.createCipher('aes192', password); // expect: weak-cipher
  const text = CryptoJS.DES.encrypt(data, password); // expect: weak-cipher
  const aes = CryptoJS.AES.encrypt(data, password); // ok: weak-cipher
  return [cipher, text, aes];
}

export function keys() {
  crypto.generateKeyPairSync('rsa', { modulusLength: 1024 }); // expect: weak-cipher
  crypto.generateKeyPairSync('rsa', { modulusLength: 3072 }); // ok: weak-cipher
}
