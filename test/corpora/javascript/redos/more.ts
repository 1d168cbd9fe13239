import { Request, Response } from 'express';

const WORDS = /^(\w+\s?)+$/;

export function words(req: Request, res: Response): void {
  const text = req.body.text as string;
  if (text.length > 100) {
    res.sendStatus(413);
    return;
  }
  res.json({ ok: /^[\w\s]*$/.test(text) }); // ok: redos
}

export function slow(req: Request, res: Response): void {
  res.json({ ok: WORDS.exec(req.body.text) !== null }); // expect: redos
}

export function header(req: Request, res: Response): void {
  const parts = String(req.headers['x-list']).split(/,/); // ok: redos
  res.json(parts.map((part) => part.match(/^[a-z]+$/i) !== null)); // ok: redos
}
