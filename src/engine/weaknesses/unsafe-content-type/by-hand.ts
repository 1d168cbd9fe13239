import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ value }) =>
    `const shown = ['image/png', 'image/jpeg', 'application/pdf'].includes(${value}) ? ${value} : 'application/octet-stream';`,
  python: ({ value }) =>
    `shown = ${value} if ${value} in {"image/png", "image/jpeg", "application/pdf"} else "application/octet-stream"`,
  java: ({ value }) =>
    `String shown = Set.of("image/png", "image/jpeg", "application/pdf").contains(${value}) ? ${value} : "application/octet-stream";`,
};
