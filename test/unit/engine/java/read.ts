import type { ModuleIR } from '../../../../src/engine/ir/ir.ts';
import { Parsing } from '../../../../src/engine/languages/parsing.ts';
import { engineOptions } from '../../../support/engine.ts';

const path = 'Test.java';
let parsing: Parsing | undefined;

/** Loads the grammar once for all tests. */
export async function loadJava(): Promise<void> {
  parsing ??= await Parsing.create(engineOptions, 60_000);
  await parsing.prepare(path);
}

export function readJava(text: string): ModuleIR {
  const module = parsing?.lower(path, text).module;
  if (!module) throw new Error('load the grammar first');
  return module;
}
