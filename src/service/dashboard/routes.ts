import type { Context, Hono } from 'hono';
import { dashboardPath } from '../../api/dashboard-address.ts';
import type { Environment } from '../http/environment.ts';
import { answerError } from '../http/errors.ts';
import { type AssetName, assetNames, readAsset } from './assets.ts';

/** Nothing but the dashboard's own script and style; it speaks with this service alone and is shown in no frame. */
const policy = [
  "default-src 'none'",
  'img-src data:',
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const document = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Parapet</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${dashboardPath}/assets/dashboard.css">
<script type="module" src="${dashboardPath}/assets/dashboard.js"></script>
</head>
<body>
<div id="app"></div>
<noscript>The dashboard needs JavaScript. Everything that it does can be done over the interface, too.</noscript>
</body>
</html>
`;

/**
 * Serves the dashboard: one document for each of its addresses, which holds nothing of anybody, and its assets. What it
 * shows it asks the interface for, as the person who is signed in.
 * @param folder with the assets
 */
export function mountDashboard(app: Hono<Environment>, folder: string): void {
  const assets = new Map(assetNames.map((name) => [name, readAsset(folder, name)]));
  app.get('/', (c) => c.redirect(dashboardPath));
  app.get(`${dashboardPath}/assets/:name`, async (c) => {
    const asset = await assets.get(c.req.param('name') as AssetName);
    if (!asset) return answerError(c, 404, { error: 'This service has no such address.' });
    c.header('ETag', asset.tag);
    c.header('Cache-Control', 'no-cache');
    if (c.req.header('if-none-match') === asset.tag) return c.body(null, 304);
    return c.body(asset.content, 200, { 'Content-Type': asset.type });
  });
  const page = (c: Context<Environment>) => {
    c.header('Content-Security-Policy', policy);
    c.header('X-Frame-Options', 'DENY');
    c.header('Referrer-Policy', 'no-referrer');
    return c.html(document);
  };
  app.get(dashboardPath, page);
  app.get(`${dashboardPath}/*`, page);
}
