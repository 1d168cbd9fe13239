import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, args }) =>
    `${callee}(${[...args.slice(0, 2), "{ secure: true, httpOnly: true, sameSite: 'lax' }"].join(', ')})`,
  python: ({ callee, args }) =>
    `${callee}(${[...args.slice(0, 2), 'secure=True', 'httponly=True', 'samesite="Lax"'].join(', ')})`,
  java: ({ target }) => {
    const cookie = target === 'result' ? 'cookie' : target;
    return `${cookie}.setSecure(true);\n${cookie}.setHttpOnly(true);\n${cookie}.setAttribute("SameSite", "Lax");`;
  },
};
