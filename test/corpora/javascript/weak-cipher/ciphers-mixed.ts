import { createCipheriv, createDecipheriv, randomBytes, createCipher, generateKeyPairSync, publicEncrypt, constants } from 'crypto';
import CryptoJS from 'crypto-js';

export const a = (key: Buffer) => createCipheriv('des-ede3-cbc', key, randomBytes(8)); // expect: weak-cipher
export const b = (key: Buffer) => createCipheriv('aes-256-gcm', key, randomBytes(12)); // ok: weak-cipher
export const c = (key: Buffer) => createCipheriv('aes-128-ecb', key, null); // expect: weak-cipher
export const d = (key: Buffer) => createCipheriv('rc4', key, ''); // expect: weak-cipher
export const e = (pass: string) => createCipher('aes192', pass); // expect: weak-cipher
export const f = (text: string, key: string) => CryptoJS.DES.encrypt(text, key).toString(); // expect: weak-cipher
export const g = (text: string, key: string) => CryptoJS.AES.encrypt(text, key).toString(); // ok: weak-cipher
export const h = (key: Buffer) => createCipheriv('bf-cbc', key, randomBytes(8)); // expect: weak-cipher
export const k = (key: Buffer) => createCipheriv('chacha20-poly1305', key, randomBytes(12), { authTagLength: 16 }); // ok: weak-cipher
export const l = () => generateKeyPairSync('rsa', { modulusLength: 1024 }); // expect: weak-cipher
export const m = () => generateKeyPairSync('rsa', { modulusLength: 4096 }); // ok: weak-cipher
export const n = (text: string, key: string) => CryptoJS.RC4.encrypt(text, key); // expect: weak-cipher
