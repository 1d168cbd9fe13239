import { parse, Range, type SemVer } from 'semver';
import { everyClause } from './clauses.ts';
import { type Allows, versionScheme } from './scheme.ts';

const clause = /^(\^|~|=|<=|<|>=|>)?\s*(\d[\w.*+-]*|\*)$/;

/**
 * crates.io: Semantic Versioning 2.0.0, and Cargo's requirements (The Cargo Book, "Specifying Dependencies"): a
 * version alone means `^`, clauses are parted by commas and all hold. Each clause has the meaning that node-semver
 * gives the same text, and so has its rule for pre-releases.
 */
export const cargo = versionScheme<SemVer>({
  parse: (text) => (/^\d/.test(text) ? (parse(text) ?? undefined) : undefined),
  compare: (left, right) => left.compare(right),
  requirement(text): Allows<SemVer> | undefined {
    const texts = text.split(',').map((part) => part.trim());
    if (!everyClause(texts, (part) => (clause.test(part) ? () => true : undefined))) return undefined;
    try {
      const range = new Range(texts.map(asNpm).join(' '));
      return (version) => range.test(version);
    } catch {
      return undefined;
    }
  },
});

function asNpm(text: string): string {
  return /^\d/.test(text) && !text.includes('*') ? `^${text}` : text;
}
