import { acceptedOrigins } from './javascript-cors.ts';
import { weakRandom } from './javascript-random.ts';
import { exposedInternals } from './javascript-responses.ts';
import { oldProtocols, uncheckedCertificates } from './javascript-tls.ts';
import { type Pattern, whereWritten } from './pattern.ts';

export const patterns: readonly Pattern[] = [
  whereWritten(['rejectunauthorized', 'strictssl', 'checkserveridentity'], uncheckedCertificates),
  whereWritten(['tlsv1', 'sslv'], oldProtocols),
  whereWritten(['credentials'], acceptedOrigins),
  whereWritten(['random'], weakRandom),
  whereWritten(['stack', 'process'], exposedInternals),
];
