/** TypeScript with markup: what templates are written as, and scripts without types. */
export const withTypes = 'tree-sitter-tsx.wasm';
/** TypeScript alone, where `<T>x` is a cast. */
export const typed = 'tree-sitter-typescript.wasm';
