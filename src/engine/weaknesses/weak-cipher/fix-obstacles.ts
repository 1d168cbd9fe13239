import { noFix, type Strategy } from '../../fixes/fix.ts';

/** Marks that something needs a person, with why. */
const knownObstacles: Strategy = {
  languages: ['javascript', 'python', 'java'],
  fix: () =>
    noFix(
      'Another cipher or mode changes the form of what is encrypted, so that both sides and everything stored have to change together: use AES in GCM mode with a new random nonce for each text, kept beside it.',
    ),
};

export const fixes: readonly Strategy[] = [knownObstacles];
