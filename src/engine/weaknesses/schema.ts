import * as z from 'zod';
import { threatModel } from '../libraries/schema.ts';
import { threatModels } from '../threat-models.ts';

const sentence = z.string().trim().min(1);
const texts = z.array(z.string().min(1)).min(1);

/** How much is lost (CVSS 4.0 §2.2: high or low), and the sentence that says why. */
const loss = z.tuple([z.enum(['H', 'L']), sentence]).readonly();

/** A property that is not named is not touched. */
const losses = z
  .strictObject({ confidentiality: loss, integrity: loss, availability: loss })
  .partial()
  .refine((given) => Object.keys(given).length > 0, 'name what is lost');

/** What an attacker gets from a weakness, and what it takes besides reaching the place. */
const effect = z.strictObject({
  /** In the program itself. */
  inside: losses,
  /** In other systems: browsers of its users, hosts behind it. */
  beyond: losses.optional(),
  /** The attack has to get past something that it cannot choose: chance, timing, what others do. */
  complexity: sentence.optional(),
  /** The attack works only where the deployment has a certain shape. */
  requirement: sentence.optional(),
  /** What a user of the program has to do: at all (`passive`), or against their habit (`active`). */
  interaction: z.strictObject({ kind: z.enum(['passive', 'active']), why: sentence }).optional(),
  /** The attacker is not the sender of a request but sits on the network's path, or has the files. */
  position: z.strictObject({ vector: z.enum(['N', 'A', 'L']), why: sentence }).optional(),
  /** What has to hold besides, and cannot be seen in the code. */
  unknowns: z.array(sentence).min(1).optional(),
  /** What the attacker sends, in words, as an object of "sends". */
  payload: sentence,
  /** What comes of it, as a sentence. */
  outcome: sentence,
});

/** What people fear who name no weakness: "can an attacker read my database?" */
export const threats = ['reads-database', 'runs-code', 'reads-files', 'leaks-secrets'] as const;
export type Threat = (typeof threats)[number];

const regularExpression = z.string().refine((source) => {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}, 'it is no regular expression');

const argumentsMake = z.enum(['low', 'none']);

/**
 * A weakness as its `weakness.yml` tells it. CWE names and relations: MITRE CWE; remediation after the OWASP Cheat Sheet
 * Series.
 */
export const weaknessFile = z.strictObject({
  title: sentence,
  /** Its name in lists, where that is not the words of its id: `XSS`. */
  name: sentence.optional(),
  /** Completes "…, so an attacker can": one clause. */
  impact: sentence,
  description: sentence,
  remediation: sentence,
  cwes: z.array(z.string().regex(/^CWE-\d+$/)).min(1),
  references: z.array(z.url()).min(1),
  /** 0–100 with data of a client; `threats` says how much less with other data. */
  score: z.int().min(0).max(100),
  confidence: z.int().min(0).max(100),
  /**
   * Not yet measured on code of others that has labels, or mostly wrong there (docs/benchmarks.md): reported on the release track EDGE
   * alone.
   */
  edge: z.boolean().default(false),
  /** Category of what is found in files that are no programs. */
  category: z.enum(['SAST', 'SCA', 'SECRETS', 'IAC']).default('SAST'),
  /** Why its score is lower than CVSS suggests, where that is not the usual damage: completes "because". */
  scoreReason: sentence.optional(),
  /** By a flow from source to sink, at a single place, or either. */
  found: z.enum(['flow', 'place', 'both']),
  /** The threat models whose data counts for its flows, where they are switched on; `any` for all. */
  threatModels: z
    .union([z.literal('any').transform(() => [...threatModels]), z.array(threatModel)])
    .default([]),
  /**
   * What arguments of a library's functions make, where they count: an issue, where nothing else is said. `built` is about what the
   * library puts into a text of its own or below a folder, `whole` about what it passes on as it is: a caller most likely means that.
   */
  library: z.strictObject({ built: argumentsMake, whole: argumentsMake }).partial().optional(),
  /** It runs code of the attacker's choice, or makes objects of it: data of every one of these models counts, switched on or not. */
  always: z.boolean().default(false),
  /** With which texts it does harm. */
  harm: z
    .strictObject({
      /**
       * Each line is enough by itself, and all characters of a line are needed for it. A pattern that lets them through makes
       * nothing safe; without such a list, a text is safe under any strict pattern.
       */
      characters: texts.optional(),
      /** Texts without which nothing does harm: each way names some of which harm needs one at least. */
      needs: z.array(texts).min(1).optional(),
      /** It does harm only where a text begins with one of these. */
      starts: z.array(z.string().length(1)).min(1).optional(),
    })
    .optional(),
  /** What a person does about it: one or two sentences of Markdown, each under 25 words. */
  advice: sentence,
  /** The strategies of `fix-<name>.ts` beside it, the best first: the first whose fix is proven is taken. */
  fixes: texts.optional(),
  effect,
  /** How the chat hears of it: text in lower case without accents, in English and German. */
  chat: z.strictObject({
    words: z.array(regularExpression).min(1),
    threat: z.enum(threats).optional(),
  }),
});

/** A weakness, with the name of its folder as its id. */
export type Weakness = Readonly<z.output<typeof weaknessFile>> & { readonly id: string };
