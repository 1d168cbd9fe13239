import axios from 'axios';
import got from 'got';
import fetch from 'node-fetch';
import http from 'http';
import https from 'https';
import express from 'express';
import superagent from 'superagent';
import request from 'request';
import { URL } from 'url';
import puppeteer from 'puppeteer';
import { NextRequest, NextResponse } from 'next/server';
import dns from 'dns';

const app = express();
const ALLOWED = new Set(['api.example.com', 'cdn.example.com']);
const client = axios.create({ baseURL: 'https://api.example.com' });

app.get('/p', async (req, res) => {
  const url = req.query.url as string;
  await axios.get(url); // expect: ssrf
  await axios({ method: 'post', url: url, data: {} }); // expect: ssrf
  await got(url); // expect: ssrf
  await got.post('https://api.example.com/x', { json: { url } }); // ok: ssrf
  await fetch(`https://api.example.com/users/${req.query.id}`); // ok: ssrf
  await fetch('https://' + req.query.host + '/status'); // expect: ssrf
  await client.get(`/users/${req.query.id}`); // ok: ssrf
  await superagent.get(url).query({ a: 1 }); // expect: ssrf
  request({ uri: url, method: 'GET' }, () => {}); // expect: ssrf
  http.get({ host: req.query.host as string, path: '/' }, () => {}); // expect: ssrf
  https.request({ hostname: 'api.example.com', path: '/' + req.query.path }, () => {}); // ok: ssrf
  const parsed = new URL(url);
  if (ALLOWED.has(parsed.hostname)) {
    await axios.get(parsed.href); // ok: ssrf
    await axios.get(url); // ok: ssrf
  }
  if (parsed.protocol === 'https:') {
    await axios.get(url); // expect: ssrf
  }
  if (url.startsWith('https://api.example.com/')) await fetch(url); // ok: ssrf
  if (url.includes('example.com')) await fetch(url); // expect: ssrf
  const target = new URL('/v1/items', 'https://api.example.com');
  target.searchParams.set('q', req.query.q as string);
  await fetch(target); // ok: ssrf
  const page = await (await puppeteer.launch()).newPage();
  await page.goto(url); // expect: ssrf
  res.end();
});

export async function GET(request: NextRequest) {
  const image = request.nextUrl.searchParams.get('image');
  const r = await fetch(image!); // expect: ssrf
  return new NextResponse(await r.arrayBuffer());
}

export async function POST(request: Request) {
  const { webhook } = await request.json();
  await fetch(webhook, { method: 'POST' }); // expect: ssrf
  return Response.json({ ok: true });
}
