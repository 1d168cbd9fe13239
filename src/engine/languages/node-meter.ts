import type { ModuleIR } from '../ir/ir.ts';
import { forEachChild, type IRNode } from '../ir/walk.ts';

/** Nodes that code may be lowered to: code as people write it has one for every three to five characters. */
export const mostNodes = ({ length }: { readonly length: number }): number => 20_000 + 4 * length;

class Exceeded extends Error {}

/** Counts what a file is lowered to, and ends what makes too much of it. */
export class NodeMeter {
  readonly #most: number;
  #left: number;

  constructor(most: number) {
    this.#most = most;
    this.#left = most;
  }

  /** @throws what `within` catches, once more is spent than there was */
  spend(): void {
    if (--this.#left < 0) throw new Exceeded();
  }

  /** @returns undefined where `run` spends too much */
  within<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      if (error instanceof Exceeded) return undefined;
      throw error;
    }
  }

  /** Counts nodes as often as they are walked over: one that stands in two places counts twice. */
  count({ functions, classes }: ModuleIR): void {
    this.#left = this.#most;
    const visit = (node: IRNode): void => {
      this.spend();
      forEachChild(node, visit);
    };
    for (const { decorators, params, body } of functions) {
      for (const { expr } of decorators) visit(expr);
      for (const param of params) {
        visit(param.target);
        if (param.default) visit(param.default);
        for (const { expr } of param.decorators) visit(expr);
      }
      for (const statement of body) visit(statement);
    }
    for (const { supers, decorators, fields } of classes) {
      for (const base of supers) if ('k' in base) visit(base);
      for (const { expr } of decorators) visit(expr);
      for (const field of fields) {
        if (field.init) visit(field.init);
        for (const { expr } of field.decorators) visit(expr);
      }
    }
  }
}
