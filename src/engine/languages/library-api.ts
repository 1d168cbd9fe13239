import type { FunctionIR, ModuleIR } from '../ir/ir.ts';

/** What a project's libraries let others call. Its answers hold for one state of the project. */
export interface LibraryApi {
  /** Whether the module is of a library. */
  includes(module: ModuleIR): boolean;
  /** Whether others may name the function, if its module is of a library. */
  isPublic(fn: FunctionIR, module: ModuleIR): boolean;
}
