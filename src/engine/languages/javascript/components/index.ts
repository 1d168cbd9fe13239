import { extensionOf } from '../../../files/kinds.ts';
import type { EmbeddedCode } from '../../language.ts';
import { astroParts } from './astro.ts';
import { typed, withTypes } from './grammars.ts';
import { svelteParts } from './svelte.ts';
import { vueParts } from './vue.ts';

/** How files of components are read, by their extension. */
export const embedded = {
  grammars: [withTypes, typed],
  parts(path: string, text: string): EmbeddedCode | undefined {
    switch (extensionOf(path)) {
      case 'vue':
        return vueParts(text);
      case 'svelte':
        return svelteParts(path, text);
      case 'astro':
        return astroParts(text);
      default:
        return undefined;
    }
  },
} as const;
