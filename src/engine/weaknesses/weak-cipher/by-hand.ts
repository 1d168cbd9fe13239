import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text, args }) =>
    /^https|^tls|minVersion|secureProtocol/.test(text)
      ? `// in the options of ${text.split('(')[0] ?? 'the call'}\nminVersion: 'TLSv1.2'`
      : `const nonce = crypto.randomBytes(12);\ncrypto.createCipheriv('aes-256-gcm', ${args[1] ?? 'key'}, nonce)`,
  python: ({ args }) =>
    `nonce = os.urandom(12)\nAESGCM(${plainName(args[0]) ?? 'key'}).encrypt(nonce, data, None)`,
  java: ({ target }) =>
    `${target === 'result' ? 'Cipher cipher' : `Cipher ${target}`} = Cipher.getInstance("AES/GCM/NoPadding");\n${target === 'result' ? 'cipher' : target}.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(128, nonce));`,
};

const plainName = (arg: string | undefined): string | undefined =>
  arg !== undefined && /^[\w.]+$/.test(arg) ? arg : undefined;
