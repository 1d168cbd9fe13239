const express = require('express');
const MarkdownIt = require('markdown-it');
const { marked } = require('marked');

const app = express();
const careful = new MarkdownIt({ linkify: true }).use(require('markdown-it-abbr'));
const raw = MarkdownIt({ html: true });
const common = new MarkdownIt('commonmark');

app.get('/readme', (req, res) => {
  res.send(careful.render(req.query.text)); // ok: xss
  res.send(raw.render(req.query.text)); // expect: xss
  res.send(common.renderInline(req.query.text)); // expect: xss
  res.send(MarkdownIt().render(req.query.text)); // ok: xss
  res.send(marked.parse(req.query.text)); // expect: xss
});
