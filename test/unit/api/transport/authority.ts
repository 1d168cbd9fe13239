// The library of certificates needs it, and it must come first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** Certificates made for a test: an authority of its own, and what it signs. */

export interface Identity {
  /** The certificate in PEM. */
  readonly cert: string;
  /** Its private key in PEM. */
  readonly key: string;
}

export interface Authority {
  readonly certificate: string;
  issue(host: string, validity?: Validity): Promise<Identity>;
}

export interface Validity {
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

const dayMs = 86_400_000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export async function makeAuthority(name = 'CN=Authority of this test'): Promise<Authority> {
  const keys = await newKeys();
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    name,
    ...period({}),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
    ],
  });
  let serial = 1;
  return {
    certificate: root.toString('pem'),
    issue: async (host, validity = {}) => {
      const own = await newKeys();
      const certificate = await x509.X509CertificateGenerator.create({
        serialNumber: String(++serial).padStart(2, '0'),
        subject: `CN=${host}`,
        issuer: root.subject,
        ...period(validity),
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: host }])],
      });
      const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', own.privateKey));
      const key = `-----BEGIN PRIVATE KEY-----\n${pkcs8.toString('base64')}\n-----END PRIVATE KEY-----`;
      return { cert: certificate.toString('pem'), key };
    },
  };
}

function period({ notBefore, notAfter }: Validity): Required<Validity> {
  const now = Date.now();
  return { notBefore: notBefore ?? new Date(now - dayMs), notAfter: notAfter ?? new Date(now + dayMs) };
}

async function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}
