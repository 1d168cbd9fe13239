import { Request, Response } from 'express';

const store: Record<string, Record<string, string>> = {};

export function put(req: Request, res: Response) {
  const { group, key, value } = req.body;
  const entry = store[group];
  entry[key] = value; // expect: prototype-pollution
  res.end();
}

export function putSafely(req: Request, res: Response) {
  const { group, key, value } = req.body;
  const known = new Map<string, Map<string, string>>();
  const entry = known.get(group) ?? new Map();
  entry.set(key, value); // ok: prototype-pollution
  res.end();
}

export function putNumber(req: Request, res: Response) {
  const list = [1, 2, 3];
  list[Number(req.body.index)] = req.body.value; // ok: prototype-pollution
  res.json(list);
}
