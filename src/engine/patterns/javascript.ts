import { weakRandom } from './javascript-random.ts';
import { exposedInternals } from './javascript-responses.ts';
import { uncheckedCertificates } from './javascript-tls.ts';
import type { Pattern } from './pattern.ts';

export const patterns: readonly Pattern[] = [uncheckedCertificates, weakRandom, exposedInternals];
