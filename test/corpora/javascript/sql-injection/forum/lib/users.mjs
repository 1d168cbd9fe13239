import { Repository, knex } from './db.mjs';

const users = new Repository('users');
export const findUser = (id) => users.byId(id);
export const findBy = (field, value) => users.where(field, value);
export const listUsers = (role, sort) =>
  knex('users').where({ role }).orderBy(sort); // ok: sql-injection
export const countUsers = (filter) =>
  knex('users').whereRaw(`status = '${filter}'`).count(); // expect: sql-injection
export const countSafely = (filter) =>
  knex('users').whereRaw('status = ?', [filter]).count(); // ok: sql-injection
