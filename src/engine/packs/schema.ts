import * as z from 'zod';
import { headerSchema, type Library, threatModel } from '../libraries/schema.ts';

/** A pack is a file, `<kind>/<pack>.yml`: templates that an organization switches on or off, each or all of them. */

const sentence = z.string().trim().min(1);
const id = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'An id is words in lower case, with - between.');

const head = { title: sentence, description: sentence };
const template = { id, title: sentence, description: sentence };

/** Weaknesses by their ids, each in one pack alone: on unless somebody switches it off. */
export const rulePackFile = z.strictObject({ ...head, templates: z.array(id).min(1) });

/** Whose data is followed. On where scans follow it that name no threat models. */
export const sourcePackFile = z.strictObject({
  ...head,
  templates: z.array(z.strictObject({ ...template, threatModel })).min(1),
});

/** Sinks that are off unless somebody switches them on: model files (`docs/models.md`) with the section `sinks` alone. */
export const sinkPackFile = z.strictObject({
  ...head,
  templates: z
    .array(
      z.strictObject({
        ...template,
        models: z.array(headerSchema.extend({ sinks: z.array(z.unknown()).min(1) }).strict()).min(1),
      }),
    )
    .min(1),
});

export type PackKind = 'rule' | 'source' | 'sink';

interface Described {
  readonly id: string;
  readonly title: string;
  readonly description: string;
}

interface PackOf<K extends PackKind, T> extends Described {
  readonly kind: K;
  readonly templates: readonly (Described & T)[];
}

/** Its templates have the ids of their weaknesses. */
export type RulePack = PackOf<'rule', unknown>;
export type SourcePack = PackOf<'source', { readonly threatModel: z.output<typeof threatModel> }>;
export type SinkPack = PackOf<'sink', { readonly libraries: readonly Library[] }>;
export type Pack = RulePack | SourcePack | SinkPack;
