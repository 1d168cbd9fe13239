import { acceptedOrigins } from './javascript-cors.ts';
import { weakRandom } from './javascript-random.ts';
import { exposedInternals } from './javascript-responses.ts';
import { oldProtocols, uncheckedCertificates } from './javascript-tls.ts';
import { type Pattern, whereWritten } from './pattern.ts';

export const patterns: readonly Pattern[] = [
  whereWritten(/rejectUnauthorized|strictSSL|checkServerIdentity/, uncheckedCertificates),
  whereWritten(/TLSv1|SSLv[23]/, oldProtocols),
  whereWritten(/credentials/, acceptedOrigins),
  whereWritten(/random/, weakRandom),
  whereWritten(/stack|process/, exposedInternals),
];
