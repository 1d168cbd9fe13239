// Functions that get the request under whatever name.
const path = require('path');
const Koa = require('koa');
const express = require('express');
const { contents, listing, named } = require('./files');

const app = express();
app.get('/file', (req, res) => res.send(contents(req)));
app.get('/named', (req, res) => res.send(named(req)));

const koa = new Koa();
koa.use(async (ctx) => {
  ctx.body = await listing(ctx, path.resolve('public'));
});
