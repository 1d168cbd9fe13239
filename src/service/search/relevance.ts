import { trimEndOf } from '../../api/text-runs.ts';
import { termsOf } from '../store/terms.ts';
import type { Understood, Wanted } from './query.ts';

/** What a document says, by how much it counts where a query's word stands there (0 to 1). */
export interface Field {
  readonly weight: number;
  readonly terms: ReadonlySet<string>;
}

export const field = (weight: number, text: string): Field => ({ weight, terms: new Set(termsOf(text)) });

export interface Document {
  readonly fields: readonly Field[];
  /** The path of a file or an endpoint, compared with paths that a query names. */
  readonly paths: readonly string[];
  readonly repositoryId: string;
  /** Whether it is what the query prefers. */
  readonly isPreferred: boolean;
  /** From 0 to 1: of equals, the higher one first. */
  readonly importance: number;
}

/** What a query says beside its words. */
export interface Asked extends Pick<Understood, 'paths' | 'preferred'> {
  /** Repositories that it names. */
  readonly repositories: readonly string[];
}

/** A thing that is asked for, and how rare it is: 1 is common, more is rarer. */
export interface Weighed {
  readonly wanted: Wanted;
  readonly weight: number;
}

/** Relevance below which nothing is answered. */
const leastRelevance = 0.2;

const related = 0.75;
const begun = 0.6;
const near = 0.4;
/** Of a relevance, what is left for the importance, so that equals are in order. */
const forImportance = 0.05;
/** A path counts as much as this many words. */
const pathWeight = 4;
const repositoryWeight = 2;
const preferenceWeight = 1;

/** Returns how well a document answers a query, from 0 to 1. Nothing but its arguments counts: both stores rank alike. */
export function relevance(query: Asked, asked: readonly Weighed[], document: Document): number {
  let sum = 0;
  let most = 0;
  for (const { wanted, weight } of asked) {
    most += weight;
    sum += weight * matchOf(wanted, document.fields);
  }
  for (const path of query.paths) {
    most += pathWeight;
    sum += pathWeight * Math.max(0, ...document.paths.map((own) => likeness(path, own)));
  }
  if (query.repositories.length > 0) {
    most += repositoryWeight;
    if (query.repositories.includes(document.repositoryId)) sum += repositoryWeight;
  }
  if (query.preferred !== undefined && sum > 0) {
    most += preferenceWeight;
    if (document.isPreferred) sum += preferenceWeight;
  }
  const text = most === 0 ? 1 : sum / most;
  return text === 0 ? 0 : text * (1 - forImportance) + forImportance * document.importance;
}

function matchOf(
  { terms, related: others, near: further, isPrefix }: Wanted,
  fields: readonly Field[],
): number {
  let best = 0;
  for (const { weight, terms: there } of fields) {
    if (weight <= best) continue;
    if (terms.some((term) => there.has(term))) best = weight * (isPrefix ? begun : 1);
    else if (isPrefix && terms.some((term) => [...there].some((one) => one.startsWith(term))))
      best = Math.max(best, weight * begun);
    else if (others.some((term) => there.has(term))) best = Math.max(best, weight * related);
    else if (further.some((term) => there.has(term))) best = Math.max(best, weight * near);
  }
  return best;
}

/** Whether a path is the one, ends with it, or has it in itself. */
function likeness(asked: string, path: string): number {
  const [wanted, own] = [tidy(asked), tidy(path)];
  if (wanted === '' || own === '') return 0;
  if (own === wanted) return 1;
  if (own.endsWith(`/${wanted}`)) return 0.9;
  return `/${own}/`.includes(`/${wanted}/`) ? 0.7 : own.includes(wanted) ? 0.4 : 0;
}

const tidy = (path: string): string => trimEndOf(path.toLowerCase().replace(/^\/+/, ''), './');

/**
 * The relevant ones in order, each thing once.
 * @param identity what two answers that say the same have in common
 */
export function ranked<
  T extends { readonly relevance: number; readonly id: string; readonly lastSeenAt: string },
>(found: readonly T[], identity: (one: T) => string): readonly T[] {
  const latest = new Map<string, T>();
  for (const one of found) {
    const before = latest.get(identity(one));
    if (!before || before.lastSeenAt < one.lastSeenAt) latest.set(identity(one), one);
  }
  return [...latest.values()]
    .filter((one) => one.relevance >= leastRelevance)
    .toSorted((left, right) => right.relevance - left.relevance || (left.id < right.id ? -1 : 1));
}
