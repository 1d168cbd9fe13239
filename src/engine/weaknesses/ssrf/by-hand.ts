import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ text, part }) =>
    `const { hostname } = new URL(${part});\nif (!allowedHosts.includes(hostname)) throw new Error('This host is not allowed.');\n${text}`,
  python: ({ text, part }) =>
    `if urlsplit(${part}).hostname not in ALLOWED_HOSTS:\n    raise ValueError("This host is not allowed.")\n${text}`,
  java: ({ text, value }) =>
    `if (!ALLOWED_HOSTS.contains(URI.create(String.valueOf(${value})).getHost())) {\n    throw new IllegalArgumentException("This host is not allowed.");\n}\n${text};`,
};
