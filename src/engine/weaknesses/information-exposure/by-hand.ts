import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ callee, target, part, text }) => {
    const answer = "{ error: 'Something went wrong.' }";
    const log = /process\.env/.test(text) ? '' : `console.error(${errorOf(part)});\n`;
    return target === 'result' ? `${log}${callee}(${answer})` : `${log}${target} = ${answer}`;
  },
  python: ({ part }) =>
    `logger.error("Request failed: %r", ${errorOf(part)})\nreturn {"error": "Something went wrong."}, 500`,
  java: ({ part }) =>
    `log.error("Request failed", ${errorOf(part)});\nresponse.sendError(500, "Something went wrong.");`,
};

/** The error itself, of which a message or a trace is answered. */
const errorOf = (part: string): string =>
  /(?:^|[({\s])(e|ex|err|error|exc|exception|problem|cause|t)\b/.exec(part)?.[1] ?? 'error';
