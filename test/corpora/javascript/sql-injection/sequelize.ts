import { Request, Response, Router } from 'express';
import { Sequelize, QueryTypes, literal } from 'sequelize';

const sequelize = new Sequelize(process.env.DATABASE_URL as string);
const User = sequelize.define('user', {});

export const users = Router();

users.get('/login', async (req: Request, res: Response) => {
  const email: string = req.query.email as string;
  const found = await sequelize.query(`SELECT * FROM users WHERE email = '${email}'`, { type: QueryTypes.SELECT }); // expect: sql-injection
  res.json(found);
});

users.get('/login-safe', async (req: Request, res: Response) => {
  const found = await sequelize.query('SELECT * FROM users WHERE email = :email', { // ok: sql-injection
    replacements: { email: req.query.email },
    type: QueryTypes.SELECT,
  });
  res.json(found);
});

users.get('/sorted', async (req: Request, res: Response) => {
  const list = await User.findAll({ order: literal(`${req.query.column} ASC`) }); // expect: sql-injection
  res.json(list);
});

users.get('/one', async (req: Request, res: Response) => {
  const one = await User.findOne({ where: { email: req.query.email } }); // ok: sql-injection
  res.json(one);
});
