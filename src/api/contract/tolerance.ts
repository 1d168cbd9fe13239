import * as z from 'zod';

/**
 * How a client reads answers of services that keep the interface in their own way. Kept beside the schemas as data:
 * the service answers the schema to the letter, the client reads it through this (`tolerant.ts`).
 */
export interface Tolerance {
  /** Of an object: another name of a field → its name here. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Of an object: what a field that is missing or null reads as. */
  readonly missing?: Readonly<Record<string, unknown>>;
  /** Of an object: fields that follow from others, before `missing` is filled in. */
  readonly complete?: (fields: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** Of an enumeration: another word → the word here. */
  readonly words?: Readonly<Record<string, string>>;
  /** Of an enumeration: the word for a number. */
  readonly numbers?: (value: number) => string;
  /** Of an enumeration: what an unknown word reads as; without it the answer is refused. */
  readonly otherwise?: string;
}

export const tolerance = z.registry<Tolerance>();

/** Stands for a date that a service left out. */
export const unknownInstant = '1970-01-01T00:00:00.000Z';
