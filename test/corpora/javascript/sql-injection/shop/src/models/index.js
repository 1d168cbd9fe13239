import { Sequelize, DataTypes, Op, literal } from 'sequelize';
import mongoose from 'mongoose';
import knexFactory from 'knex';

export const sequelize = new Sequelize(process.env.DATABASE_URL, { dialect: 'postgres' });
export const Product = sequelize.define('Product', { name: DataTypes.STRING, price: DataTypes.DECIMAL });
export const knex = knexFactory({ client: 'pg', connection: process.env.DATABASE_URL });

const reviewSchema = new mongoose.Schema({ author: String, text: String, stars: Number });
reviewSchema.statics.byAuthor = function (author) {
  return this.find({ author }); // expect: nosql-injection
};
export const Review = mongoose.model('Review', reviewSchema);
export { Op, literal };
