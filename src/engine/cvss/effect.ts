import type { Weakness } from '../weaknesses/index.ts';

/** What an attacker gets from a weakness, and what it takes besides reaching the place. */
export type Effect = Weakness['effect'];

/** What is lost of confidentiality, integrity and availability; a property that is not named is not touched. */
export type Losses = Effect['inside'];

/** A level and the sentence that says why. */
export type Loss = NonNullable<Losses['integrity']>;

/** How much of confidentiality, integrity or availability is lost (CVSS 4.0 §2.2: high, low, none). */
export type Level = Loss[0] | 'N';
