import { ApolloServer } from '@apollo/server';
import { GraphQLError } from 'graphql';
import { PrismaClient, Prisma } from '@prisma/client';
import { initTRPC } from '@trpc/server';
import { z } from 'zod';
import fs from 'fs';
const prisma = new PrismaClient();
const resolvers = {
  Query: {
    user: (_: unknown, args: { id: string }) => prisma.user.findUnique({ where: { id: args.id } }), // ok: sql-injection
    search: (_: unknown, { term }: { term: string }) => prisma.$queryRawUnsafe(`SELECT * FROM u WHERE n LIKE '%${term}%'`), // expect: sql-injection
    search2: (_: unknown, { term }: { term: string }) => prisma.$queryRaw(Prisma.sql`SELECT * FROM u WHERE n = ${term}`), // ok: sql-injection
    file: (_parent: unknown, args: { name: string }) => fs.readFileSync(`/srv/${args.name}`, 'utf8'), // expect: path-traversal
  },
};
export const server = new ApolloServer({ typeDefs: '', resolvers, introspection: true });
const t = initTRPC.create();
export const router = t.router({
  byId: t.procedure.input(z.object({ id: z.number() })).query(({ input }) => prisma.$executeRawUnsafe(`DELETE FROM u WHERE id = ${input.id}`)), // ok: sql-injection
});
