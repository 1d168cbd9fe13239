import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) => {
    const [, name = 'secret'] = /^(?:ARG|ENV)\s+(\w+)/i.exec(line) ?? [];
    if (/^(?:ARG|ENV)\b/i.test(line)) return `RUN --mount=type=secret,id=${name} …`;
    if (/secrets\./.test(line)) return `# remove: ${line}`;
    return `${line.slice(0, line.search(/[:=]|$/) + 1)} <reference to the secret store>`;
  },
};
