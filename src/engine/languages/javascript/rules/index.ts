import { type Rule, whereWritten } from '../../../rules/rule.ts';
import { acceptedOrigins } from './cors.ts';
import { weakRandom } from './random.ts';
import { exposedInternals } from './responses.ts';
import { oldProtocols, uncheckedCertificates } from './tls.ts';

export const rules: readonly Rule[] = [
  whereWritten(['rejectunauthorized', 'strictssl', 'checkserveridentity'], uncheckedCertificates),
  whereWritten(['tlsv1', 'sslv'], oldProtocols),
  whereWritten(['credentials'], acceptedOrigins),
  whereWritten(['random'], weakRandom),
  whereWritten(['stack', 'process'], exposedInternals),
];
