/** Names of packages of one ecosystem. */
export interface PopularNames {
  /** Used by so many that others try to be mistaken for them. */
  readonly popular: ReadonlySet<string>;
  /** Close to one of them, and known to be somebody's honest package. */
  readonly neighbours: ReadonlySet<string>;
}

/** @returns the words of a text */
export const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));
