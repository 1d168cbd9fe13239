import axios from 'axios';
import { Request, Response } from 'express';
import config from './config';

const BASE = process.env.BILLING_URL;

export async function invoice(req: Request, res: Response) {
  const { data } = await axios.get(`${BASE}/invoices/${req.params.id}`); // ok: ssrf
  res.json(data);
}

export async function search(req: Request, res: Response) {
  const url = config.get('search.url') + '/query?q=' + req.query.q;
  const answer = await fetch(url); // ok: ssrf
  res.json(await answer.json());
}

export async function region(req: Request, res: Response) {
  const answer = await fetch(`${config.scheme}://${req.query.region}.acme.test/query`); // expect: ssrf
  res.json(await answer.json());
}

export async function suffix(req: Request, res: Response) {
  const answer = await fetch(BASE + req.body.path); // expect: ssrf
  res.json(await answer.json());
}
