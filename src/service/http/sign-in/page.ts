import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Environment } from '../environment.ts';
import { textsOf } from './texts.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; place-items: center; min-height: 100vh; }
main { width: min(26rem, calc(100vw - 3rem)); }
h1 { font-size: 1.4rem; font-weight: 600; }
label { display: block; margin: 1rem 0 .25rem; }
input { font: inherit; box-sizing: border-box; width: 100%; padding: .5rem; }
button, .button { font: inherit; display: inline-block; margin: 1rem 0; padding: .5rem 1rem; cursor: pointer; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing is loaded, run or framed; forms go to the service itself. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

type Content = ReturnType<typeof html>;

/** A page for signing in. Values in its content are escaped by the template. */
export async function page(
  c: Context<Environment>,
  title: string,
  content: Content,
  status: ContentfulStatusCode = 200,
): Promise<Response> {
  c.header('Content-Security-Policy', policy);
  c.header('X-Frame-Options', 'DENY');
  // Addresses of these pages hold secrets of links. With `no-referrer` a browser would not say where its forms come from.
  c.header('Referrer-Policy', 'same-origin');
  return c.html(
    html`<!doctype html>
<html lang="${textsOf(c).language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Parapet</title>
<style>${raw(style)}</style>
</head>
<body><main><h1>${title}</h1>${content}</main></body>
</html>`,
    status,
  );
}
