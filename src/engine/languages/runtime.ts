import { Parser } from 'web-tree-sitter';

/** The memory of the parser's runtime, as words of 32 bits and as halves of them; both are replaced when it grows. */
export interface RuntimeMemory {
  readonly HEAPU32: Uint32Array;
  readonly HEAPU16: Uint16Array;
}

let started: Promise<Partial<RuntimeMemory>> | undefined;

/**
 * Starts the parser's runtime, once a thread.
 * @returns where its memory is, unless somebody else started it before
 */
export function startRuntime(loadRuntime: () => Promise<Uint8Array>): Promise<Partial<RuntimeMemory>> {
  started ??= loadRuntime().then(async (wasmBinary) => {
    // The runtime keeps its views of its memory on the object that it is started with.
    const runtime: Partial<RuntimeMemory> & { readonly wasmBinary: Uint8Array } = { wasmBinary };
    await Parser.init(runtime);
    return runtime;
  });
  return started;
}

export const isReadable = (memory: Partial<RuntimeMemory>): memory is RuntimeMemory =>
  memory.HEAPU32 !== undefined && memory.HEAPU16 !== undefined;
