import { ApolloServer } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { Resolver, Query, Arg, Int, Args, Mutation, Ctx, InputType, Field } from 'type-graphql';
import { Sequelize, QueryTypes, Op, literal } from 'sequelize';
import mongoose, { Schema, model } from 'mongoose';
import axios from 'axios';
import fs from 'node:fs';
import ldap from 'ldapjs';
import xpath from 'xpath';
import { DOMParser } from '@xmldom/xmldom';

const sequelize = new Sequelize(process.env.DB_URL!);
const Book = sequelize.define('Book', {});
const Author = model('Author', new Schema({ name: String, books: [String] }));

const resolvers = {
  Query: {
    books: (_parent: unknown, { title, limit }: { title: string; limit: number }) =>
      sequelize.query(`select * from books where title like '%${title}%'`), // expect: sql-injection
    booksSafe: (_parent: unknown, args: { title: string }) =>
      sequelize.query('select * from books where title like :t', { replacements: { t: `%${args.title}%` }, type: QueryTypes.SELECT }), // ok: sql-injection
    findBooks: (_: unknown, args: { title: string; sort: string }) =>
      Book.findAll({ where: { title: { [Op.like]: `%${args.title}%` } }, order: [[literal(args.sort), 'ASC']] }), // expect: sql-injection
    findBooks2: (_: unknown, args: { title: string; sort: string }) =>
      Book.findAll({ where: { title: args.title }, order: [['title', 'ASC']] }), // ok: sql-injection
    author: async (_: unknown, args: { filter: object }) => Author.find(args.filter), // expect: nosql-injection
    authorById: async (_: unknown, args: { id: string }) => Author.findById(args.id), // ok: nosql-injection
    cover: async (_: unknown, args: { url: string }) => (await axios.get(args.url, { responseType: 'arraybuffer' })).data, // expect: ssrf
    readme: (_: unknown, args: { name: string }) => fs.promises.readFile(`./docs/${args.name}`, 'utf8'), // expect: path-traversal
    readme2: (_: unknown, args: { name: 'a' | 'b' }) => fs.promises.readFile('./docs/readme.md', 'utf8'), // ok: path-traversal
  },
  Mutation: {
    rename: async (_: unknown, { input }: { input: { id: string; name: string } }) => {
      if (!/^\w+$/.test(input.name)) throw new GraphQLError('name');
      await sequelize.query(`update authors set name = '${input.name}'`); // ok: sql-injection
      return sequelize.query(`update authors set x = 1 where id = '${input.id}'`); // expect: sql-injection
    },
  },
};

@InputType()
class Find { @Field() name!: string; @Field(() => Int) age!: number; }

@Resolver()
export class PeopleResolver {
  @Query(() => [String])
  async people(@Arg('name') name: string, @Arg('age', () => Int) age: number) {
    const client = ldap.createClient({ url: 'ldap://ldap.internal' });
    client.search('ou=people', { filter: `(&(age=${age})(objectClass=person))` }, () => {}); // ok: ldap-injection
    client.search('ou=people', { filter: `(cn=${name})` }, () => {}); // expect: ldap-injection
    client.search('ou=people', { filter: new ldap.EqualityFilter({ attribute: 'cn', value: name }) }, () => {}); // ok: ldap-injection
  }
  @Mutation(() => String)
  async xml(@Arg('input') input: Find) {
    const doc = new DOMParser().parseFromString(fs.readFileSync('people.xml', 'utf8'), 'text/xml');
    const a = xpath.select(`//person[@name='${input.name}']`, doc); // expect: xpath-injection
    const b = xpath.select(`//person[@age=${input.age}]`, doc); // ok: xpath-injection
    const c = xpath.parse('//person[@name=$n]').select({ node: doc, variables: { n: input.name } }); // ok: xpath-injection
    return String([a, b, c]);
  }
}
export const server = new ApolloServer({ typeDefs: '', resolvers, introspection: process.env.NODE_ENV !== 'production' });
