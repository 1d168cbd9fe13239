const express = require('express');
const { JSDOM } = require('jsdom');
const WebSocket = require('ws');
const { firefox } = require('playwright');

const app = express();

app.get('/preview', async (req, res) => {
  const page = await JSDOM.fromURL(req.query.address); // expect: ssrf
  const own = await JSDOM.fromURL('https://news.example/' + req.query.page); // ok: ssrf
  const socket = new WebSocket(req.query.socket); // expect: ssrf
  const feed = new WebSocket('wss://feed.example/v1'); // ok: ssrf
  const browser = await firefox.launch();
  const tab = await browser.newPage();
  await tab.goto(req.query.address); // expect: ssrf
  res.json({ title: page.window.document.title, own, socket, feed });
});
