import * as z from 'zod/mini';
import type { CodeRole, FileRole } from './code-role.ts';

const names = z.catch(z.optional(z.record(z.string(), z.unknown())), undefined);

/** What counts of a `package.json`. */
export const packageFile = z.looseObject({
  name: z.optional(z.unknown()),
  private: z.optional(z.unknown()),
  main: z.optional(z.unknown()),
  module: z.optional(z.unknown()),
  browser: z.optional(z.unknown()),
  bin: z.optional(z.unknown()),
  exports: z.optional(z.unknown()),
  scripts: z.optional(z.unknown()),
  dependencies: names,
  peerDependencies: names,
  optionalDependencies: names,
});
export type PackageFile = z.infer<typeof packageFile>;

/** Packages are named after what they are for by their last word: `shop-e2e`, `@shop/tests`. */
const byLastWord: readonly (readonly [CodeRole, RegExp])[] = [
  ['test', /(?:^|[/_.-])(?:tests?|testing|e2e|fixtures?|mocks?)$/i],
  ['example', /(?:^|[/_.-])(?:examples?|samples?|demos?|playground)$/i],
];

/** What only packages have that are made for others: a library for tests is a product, too. */
const published = ['publishConfig', 'files', 'exports', 'types', 'bin'];

/**
 * Returns the packages of a project that are no part of the product, by folder: their last word says that they are for tests
 * or examples, they are not published, and no package of the product depends on them.
 * @param packages those below the root, by folder
 */
export function packageRoles(packages: ReadonlyMap<string, PackageFile>): ReadonlyMap<string, FileRole> {
  const found = new Map<string, FileRole>();
  for (const [folder, content] of packages) {
    const isPublished = content.private !== true && published.some((key) => key in content);
    const role = isPublished ? undefined : roleOf(folder, content);
    if (folder !== '' && role) found.set(folder, { role, by: `${folder}/package.json`, refutable: true });
  }
  const product = [...packages].filter(([folder]) => !found.has(folder)).map(([, content]) => content);
  for (let one = product.pop(); one && found.size > 0; one = product.pop()) {
    const { dependencies, peerDependencies, optionalDependencies } = one;
    const needed = { ...dependencies, ...peerDependencies, ...optionalDependencies };
    for (const folder of [...found.keys()]) {
      const other = packages.get(folder);
      if (typeof other?.name !== 'string' || !Object.hasOwn(needed, other.name)) continue;
      found.delete(folder);
      product.push(other);
    }
  }
  return found;
}

const roleOf = (folder: string, { name }: PackageFile): CodeRole | undefined =>
  byLastWord.find(([, word]) => word.test(folder) || (typeof name === 'string' && word.test(name)))?.[0];
