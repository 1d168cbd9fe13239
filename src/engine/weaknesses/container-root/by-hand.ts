import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  other: ({ line }) =>
    /^USER\b/i.test(line)
      ? 'USER 10001'
      : /^(?:FROM|ENTRYPOINT|CMD)\b/i.test(line)
        ? `${line}\n…\nUSER 10001`
        : /\btrue\b/.test(line)
          ? line.replace(/\btrue\b/, 'false')
          : /\bfalse\b/.test(line)
            ? line.replace(/\bfalse\b/, 'true')
            : /\b0\b|\broot\b/.test(line)
              ? line.replace(/\b0\b|\broot\b/, '10001')
              : `${line}\nsecurityContext:\n  runAsNonRoot: true\n  allowPrivilegeEscalation: false`,
};
