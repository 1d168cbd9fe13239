import express, { NextFunction, Request, Response } from 'express';
import sanitizeHtml from 'sanitize-html';

const app = express();

const tag = (strings: TemplateStringsArray, ...values: string[]) =>
  strings.reduce((out, text, i) => out + text + (values[i] === undefined ? '' : encodeURIComponent(values[i])), '');

app.get('/tagged', (req: Request, res: Response) => {
  res.send(tag`<p>${req.query.a as string}</p>`); // ok: xss
});

app.get('/clean', (req, res) => {
  res.send(sanitizeHtml(req.query.a as string)); // ok: xss
});

app.get('/list', async (req, res) => {
  const names = ([] as string[]).concat(req.query.names as string[]);
  const items = names.map((name) => `<li>${name}</li>`).join('');
  res.send(`<ul>${items}</ul>`); // expect: xss
});

app.get('/promise', (req, res) => {
  Promise.all([load(req.query.a as string), load('b')])
    .then(([first, second]) => res.send(`<p>${first}${second}</p>`)) // expect: xss
    .catch(() => res.status(500).send('failed')); // ok: xss
});

async function load(name: string): Promise<string> {
  return `<i>${name}</i>`;
}

app.use((error: Error, req: Request, res: Response, next: NextFunction) => {
  res.status(500).send(`<h1>Cannot show ${req.path}</h1>`); // expect: xss
});
