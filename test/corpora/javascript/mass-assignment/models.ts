import express from 'express';
import { User } from './models';
import { PrismaClient } from '@prisma/client';
import mongoose from 'mongoose';
const Account = mongoose.model('Account', new mongoose.Schema({ name: String, admin: Boolean }));
const prisma = new PrismaClient();
const app = express();
app.post('/a', async (req, res) => {
  res.json(await Account.create(req.body)); // expect: mass-assignment
});
app.post('/b', async (req, res) => {
  const { name } = req.body;
  res.json(await Account.create({ name })); // ok: mass-assignment
});
app.post('/c', async (req, res) => {
  await prisma.user.update({ where: { id: 1 }, data: req.body }); // expect: mass-assignment
  await prisma.user.update({ where: { id: 1 }, data: { name: req.body.name } }); // ok: mass-assignment
  res.end();
});
