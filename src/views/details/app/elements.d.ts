import type { ComponentChildren, JSX } from 'preact';

/** The custom elements that the page uses, for JSX. */
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      'vscode-button': HTMLAttributes<HTMLElement> & {
        secondary?: boolean;
        disabled?: boolean;
        children?: ComponentChildren;
      };
    }
  }
}

export type { JSX };
