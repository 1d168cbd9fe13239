/** How much of confidentiality, integrity or availability is lost (CVSS 4.0 §2.2: high, low, none). */
export type Level = 'H' | 'L' | 'N';

/** A level and the sentence that says why; a property that is not named is not touched. */
export type Loss = readonly [level: 'H' | 'L', why: string];

export interface Losses {
  readonly confidentiality?: Loss;
  readonly integrity?: Loss;
  readonly availability?: Loss;
}

/** What an attacker gets from a class of vulnerability, and what it takes besides reaching the place. */
export interface Effect {
  /** In the program itself. */
  readonly inside: Losses;
  /** In other systems: browsers of its users, hosts behind it. */
  readonly beyond?: Losses;
  /** The attack has to get past something that it cannot choose: chance, timing, what others do. */
  readonly complexity?: string;
  /** The attack works only where the deployment has a certain shape. */
  readonly requirement?: string;
  /** What a user of the program has to do: at all (`passive`), or against their habit (`active`). */
  readonly interaction?: { readonly kind: 'passive' | 'active'; readonly why: string };
  /** The attacker is not the sender of a request but sits on the network's path, or has the files. */
  readonly position?: { readonly vector: 'N' | 'A' | 'L'; readonly why: string };
  /** What has to hold besides, and cannot be seen in the code. */
  readonly unknowns?: readonly string[];
  /** What the attacker sends, in words, as an object of "sends". */
  readonly payload: string;
  /** What comes of it, as a sentence. */
  readonly outcome: string;
}

export type Effects = Readonly<Record<string, Effect>>;
