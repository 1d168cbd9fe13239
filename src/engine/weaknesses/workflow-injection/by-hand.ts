import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) => {
    const [expression = '${{ … }}'] = /\$\{\{.*?\}\}/.exec(line) ?? [];
    return `env:\n  VALUE: ${expression}\nrun: ${line
      .replace(/^(?:- )?run:\s*\|?/, '')
      .replace(expression, '"$VALUE"')
      .trim()}`;
  },
};
