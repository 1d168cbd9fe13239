import type { EmbeddedCode } from '../../language.ts';
import { pageProgram } from './page.ts';

/** How pages of JSP are read: as the class that a server makes of them. */
export const embedded = {
  grammars: ['tree-sitter-java.wasm'],
  parts: (path: string, text: string): EmbeddedCode | undefined =>
    /\.java$/i.test(path) ? undefined : { parts: [pageProgram(text)], errors: 0 },
} as const;
