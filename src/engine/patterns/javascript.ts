import { weakRandom } from './javascript-random.ts';
import { exposedInternals } from './javascript-responses.ts';
import { uncheckedCertificates } from './javascript-tls.ts';
import { type Pattern, whereWritten } from './pattern.ts';

export const patterns: readonly Pattern[] = [
  whereWritten(/rejectUnauthorized|strictSSL|checkServerIdentity/, uncheckedCertificates),
  whereWritten(/random/, weakRandom),
  whereWritten(/stack|process/, exposedInternals),
];
