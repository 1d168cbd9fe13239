import libxmljs from 'libxmljs';
import { Request, Response } from 'express';
import { readFileSync } from 'node:fs';

const catalog = libxmljs.parseXml(readFileSync('catalog.xml', 'utf8'));

export function book(req: Request, res: Response) {
  const node = catalog.get(`//book[isbn="${req.params.isbn}"]`); // expect: xpath-injection
  res.json({ found: node !== null });
}

export function first(_req: Request, res: Response) {
  res.json({ found: catalog.get('//book[1]') !== null }); // ok: xpath-injection
}
