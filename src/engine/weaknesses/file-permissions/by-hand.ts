import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, args }) => `${callee}(${[args[0] ?? 'file', '0o600', ...args.slice(2)].join(', ')})`,
  python: ({ callee, args }) => `${callee}(${[args[0] ?? 'file', '0o600'].join(', ')})`,
  java: ({ args }) =>
    `Files.setPosixFilePermissions(${args[0] ?? 'path'}, PosixFilePermissions.fromString("rw-------"))`,
};
