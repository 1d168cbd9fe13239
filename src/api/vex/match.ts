import { type GivenStatement, packageNameOf, type VexDocument, type VexSubjectOf } from './given.ts';

/** A vulnerability of a package in a project. */
export interface VexTarget {
  /** Package URL, with or without the version. */
  readonly purl: string;
  /** Every version of the package that it is about. */
  readonly versions: readonly string[];
  /** The advisory's id and its other names. */
  readonly names: readonly string[];
}

/**
 * Whether a version is in a range in the notation of vers (package-url/vers-spec).
 * @returns undefined where that cannot be told
 */
export type IsInRange = (range: string, version: string) => boolean | undefined;

interface Entry {
  readonly statement: GivenStatement;
  /** Of the package URL. */
  readonly version?: string;
  readonly subject: VexSubjectOf;
}

/**
 * Finds what a document says of vulnerabilities, by names of advisories and by package URLs, never by texts. A statement
 * about a package within a product counts where the product is this project: what holds within another says nothing here.
 */
export class VexIndex {
  readonly #statements = new Map<string, Entry[]>();
  readonly #matched = new Set<GivenStatement>();
  readonly #document: VexDocument;
  readonly #isInRange: IsInRange;

  /** @param product the project's name */
  constructor(document: VexDocument, product: string, isInRange: IsInRange) {
    this.#document = document;
    this.#isInRange = isInRange;
    for (const statement of document.statements)
      for (const subject of statement.subjects) {
        const name = packageNameOf(subject.purl);
        if (!name || !isProduct(subject.product, product, name.base)) continue;
        const { base, version } = name;
        for (const id of new Set(statement.names.map(keyOf))) {
          const key = `${id}\n${base}`;
          const known = this.#statements.get(key);
          const entry = { statement, subject, ...(version !== undefined && { version }) };
          if (known) known.push(entry);
          else this.#statements.set(key, [entry]);
        }
      }
  }

  /** What the document says last of each version; undefined where it says nothing of one, or not the same of all. */
  find({ purl, versions, names }: VexTarget): GivenStatement | undefined {
    const base = packageNameOf(purl)?.base;
    if (base === undefined) return undefined;
    const given = names.flatMap((name) => this.#statements.get(`${keyOf(name)}\n${base}`) ?? []);
    const found = versions.map((version) =>
      given
        .filter((one) => this.#isAbout(one, version))
        .map(({ statement }) => statement)
        // Of two of the same time the later one in the document holds.
        .reduce<GivenStatement | undefined>(
          (last, one) => (last && (last.at ?? '') > (one.at ?? '') ? last : one),
          undefined,
        ),
    );
    const [first, ...others] = found;
    for (const one of found) if (one) this.#matched.add(one);
    return first && others.every((one) => one?.verdict === first.verdict) ? first : undefined;
  }

  /** Of a range that cannot be read nothing is said. */
  #isAbout({ version: named, subject: { versions, ranges } }: Entry, version: string): boolean {
    if (named !== undefined && named !== version) return false;
    if (!versions && !ranges) return true;
    return (
      versions?.includes(version) === true ||
      ranges?.some((range) => this.#isInRange(range, version) === true) === true
    );
  }

  /** How many statements were found for nothing that was asked. */
  get unmatched(): number {
    return this.#document.statements.filter((one) => !this.#matched.has(one)).length;
  }
}

const keyOf = (name: string): string => name.trim().toLowerCase();

/** Whether a statement about a package in a product holds in a project of this name. */
function isProduct(product: string | undefined, name: string, base: string): boolean {
  if (product === undefined || product === name) return true;
  const named = packageNameOf(product)?.base;
  return (
    named === base ||
    (named !== undefined && named === packageNameOf(`pkg:generic/${encodeURIComponent(name)}`)?.base)
  );
}
