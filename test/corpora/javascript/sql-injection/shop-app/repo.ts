import mongoose, { Schema, model } from 'mongoose';
import fs from 'fs';
import path from 'path';

const User = model('User', new Schema({ name: String, email: String }));
const Order = model('Order', new Schema({ total: Number }));

export async function loadUser(id: string) {
  return User.findById(id);
}
export async function findOrders(filter: any) {
  return Order.find(filter); // expect: nosql-injection
}
export async function login(body: { user: unknown; pass: unknown }) {
  return User.findOne({ name: String(body.user), pass: String(body.pass) });
}
export async function saveReport(name: string, content: string) {
  const dir = '/var/reports';
  await fs.promises.writeFile(path.resolve(dir, `${name}.txt`), content); // expect: path-traversal
}
