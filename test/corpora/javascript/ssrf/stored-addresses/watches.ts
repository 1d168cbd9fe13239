import axios from 'axios';
import express from 'express';
import mongoose from 'mongoose';
import { Column, DataSource, Entity } from 'typeorm';
import { PrismaClient } from '@prisma/client';

const Watch = mongoose.model('Watch', new mongoose.Schema({ url: String, home: String }));
const Link = mongoose.model('Link', new mongoose.Schema({ href: String }));
const prisma = new PrismaClient();

@Entity()
class Hook {
  @Column()
  target: string;

  @Column()
  count: number;
}

const database = new DataSource({ type: 'sqlite', database: 'hooks.db' });
const app = express();

app.post('/links', async (req, res) => {
  const link = new Link({ href: req.body.href });
  await link.save();
  res.json({});
});

app.post('/watches', async (req, res) => {
  const watch = await Watch.create({ url: req.body.url, home: 'https://example.org' });
  await axios.get(watch.home); // ok: ssrf
  await axios.get(watch.url); // expect: ssrf
  const hook = new Hook();
  hook.target = req.body.target;
  hook.count = req.body.count;
  await database.getRepository(Hook).save(hook);
  await prisma.feed.create({ data: { address: req.body.feed } });
  res.json({});
});

export async function run() {
  for (const watch of await Watch.find()) {
    await axios.get(watch.url); // expect: ssrf
    await axios.get(watch.home); // ok: ssrf
  }
  const hook = await database.getRepository(Hook).findOne({ where: { id: 1 } });
  await axios.post(hook.target, {}); // expect: ssrf
  const feed = await prisma.feed.findFirst();
  await axios.get(feed.address); // expect: ssrf
}

export async function runLinks(id: string) {
  const link = await Link.findById(id);
  await axios.get(link.href); // expect: ssrf
}

export async function runGiven(hook: Hook) {
  await axios.post(hook.target, {}); // expect: ssrf
}
