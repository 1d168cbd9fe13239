import type { Ecosystem } from '../../package.ts';
import { crates } from './crates.ts';
import { gems } from './gems.ts';
import { go } from './go.ts';
import { maven } from './maven.ts';
import { npm } from './npm.ts';
import { pypi } from './pypi.ts';
import type { PopularNames } from './words.ts';

/** Names that are worth imitating, by ecosystem; of Maven, group ids. Written by hand from what is commonly used. */
export const popularNames: Readonly<Partial<Record<Ecosystem, PopularNames>>> = {
  npm,
  PyPI: pypi,
  'crates.io': crates,
  RubyGems: gems,
  Maven: maven,
  Go: go,
};
