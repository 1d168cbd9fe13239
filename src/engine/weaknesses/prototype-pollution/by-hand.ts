import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text, name, args }) => {
    const refused = "const refused = ['__proto__', 'constructor', 'prototype'];";
    if (/^set/.test(name))
      return `${refused}\nif (refused.some((key) => String(${args[1] ?? 'key'}).includes(key))) throw new Error('Not a key.');\n${text}`;
    const last = args.at(-1) ?? 'data';
    return `${refused}\nconst safe = Object.fromEntries(Object.entries(${last}).filter(([key]) => !refused.includes(key)));\n${text.replace(last, 'safe')}`;
  },
};
