import { DataTypes, Sequelize } from 'sequelize';
import { Request, Response } from 'express';

const sequelize = new Sequelize(process.env.DB!);
const Profile = sequelize.define('profile', { bio: DataTypes.STRING });

export async function update(req: Request, res: Response) {
  await Profile.update(req.body, { where: { id: req.params.id } }); // expect: mass-assignment
  await Profile.update({ bio: req.body.bio }, { where: { id: req.params.id } }); // ok: mass-assignment
  res.sendStatus(204);
}
