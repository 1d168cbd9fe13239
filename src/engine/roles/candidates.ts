import type { FileRole, FileRoles } from './code-role.ts';

/** Files that may be no part of the product, while not all that may import them is known. */
export class Candidates {
  readonly #placed: FileRoles;
  readonly #roles = new Map<string, FileRole>();

  /** @param placed by where they stand */
  constructor(placed: FileRoles) {
    this.#placed = placed;
  }

  /**
   * @param declared what the file itself shows
   * @returns whether it is one of them
   */
  take(path: string, declared: FileRole | undefined): boolean {
    const role = this.#placed.get(path) ?? declared;
    if (role) this.#roles.set(path, role);
    return role !== undefined;
  }

  get roles(): FileRoles {
    return this.#roles;
  }

  /** The roles that are left, without files that are the product after all. */
  without(product: Iterable<string>): FileRoles {
    const left = new Map(this.#roles);
    for (const path of product) left.delete(path);
    return left;
  }
}
