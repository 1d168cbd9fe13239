/** A sentence of the specification that states behaviour, under a number of ours, in our words. */
export interface Requirement {
  readonly text: string;
  /** `POST /organizations`, where it is about one that has a path. */
  readonly operation?: string;
  /** Why nothing can hold it yet. No test names such a number. */
  readonly missing?: string;
}

/** An operation that the specification names with its path. */
export const operation = <const Name extends string>(name: Name, text: string) => ({ text, operation: name });

/** An operation with a path that is not served yet. */
export const unserved = <const Name extends string>(name: Name, text: string) => ({
  text,
  operation: name,
  missing: 'not served yet',
});

/** What is named without a path, or belongs to what is not there yet. */
export const missing = (text: string, why = 'not served yet') => ({ text, missing: why });

/** What holds, and no operation of its own has. */
export const states = (text: string) => ({ text });
