import type { Examples } from '../../fixes/by-hand/guide.ts';

export const examples: Examples = {
  javascript: ({ value, text }) =>
    `if (allowedOrigins.includes(req.headers.origin)) {\n  ${/setHeader|\.set\(|header\(/.test(text) ? text.replace(value, 'req.headers.origin') : "res.setHeader('Access-Control-Allow-Origin', req.headers.origin)"};\n}`,
  python: ({ line }) => `if request.headers.get("Origin") in ALLOWED_ORIGINS:\n    ${line}`,
  java: ({ text }) => `if (ALLOWED_ORIGINS.contains(request.getHeader("Origin"))) {\n    ${text};\n}`,
};
