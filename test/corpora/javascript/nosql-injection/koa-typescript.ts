import Koa, { Context } from 'koa';
import { Collection, Db, ObjectId } from 'mongodb';

interface Token {
  value: string;
}

export class Tokens {
  private readonly tokens: Collection<Token>;

  constructor(db: Db) {
    this.tokens = db.collection<Token>('tokens');
  }

  async check(ctx: Context) {
    const { token } = ctx.request.body as { token: string };
    ctx.body = await this.tokens.findOne({ value: token }); // expect: nosql-injection
  }

  async one(ctx: Context) {
    ctx.body = await this.tokens.findOne({ _id: new ObjectId(ctx.request.body.id) }); // ok: nosql-injection
  }

  async page(ctx: Context) {
    const skip = Number(ctx.query.skip) || 0;
    ctx.body = await this.tokens.find({ used: { $gt: skip } }).toArray(); // ok: nosql-injection
  }
}
