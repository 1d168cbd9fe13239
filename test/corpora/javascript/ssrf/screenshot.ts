import puppeteer from 'puppeteer';
import { request } from 'undici';
import type { Request, Response } from 'express';

export async function screenshot(req: Request, res: Response) {
  const browser = await puppeteer.launch();
  const page = await browser.newPage();
  await page.goto(String(req.query.site)); // expect: ssrf
  await page.goto('https://acme.test/'); // ok: ssrf
  const { statusCode } = await request(req.body.webhook); // expect: ssrf
  res.json({ statusCode });
}

const client = { base: 'https://inventory.acme.test', get: (path: string) => fetch('https://inventory.acme.test' + path) }; // ok: ssrf

export async function stock(req: Request, res: Response) {
  res.json(await client.get(`/stock/${req.params.sku}`));
}
