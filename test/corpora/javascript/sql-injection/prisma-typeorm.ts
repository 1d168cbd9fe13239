import { Controller, Get, Param, ParseIntPipe, Query, Body, Post } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { Prisma, PrismaClient } from '@prisma/client';
import { User } from './user.entity';

const prisma = new PrismaClient();

@Controller('users')
export class UserController {
  constructor(
    @InjectRepository(User) private readonly users: Repository<User>,
    private readonly dataSource: DataSource,
  ) {}

  @Get('search')
  search(@Query('q') q: string) {
    return this.users
      .createQueryBuilder('u')
      .where(`u.name LIKE '%${q}%'`) // expect: sql-injection
      .getMany();
  }

  @Get('search2')
  search2(@Query('q') q: string) {
    return this.users.createQueryBuilder('u').where('u.name LIKE :q', { q: `%${q}%` }).getMany(); // ok: sql-injection
  }

  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) {
    return this.dataSource.query(`SELECT * FROM users WHERE id = ${id}`); // ok: sql-injection
  }

  @Get('raw/:id')
  raw(@Param('id') id: string) {
    return this.dataSource.query(`SELECT * FROM users WHERE id = '${id}'`); // expect: sql-injection
  }

  @Post('prisma')
  async viaPrisma(@Body() body: { email: string; order: string }) {
    await prisma.$queryRaw`SELECT * FROM users WHERE email = ${body.email}`; // ok: sql-injection
    await prisma.$queryRawUnsafe(`SELECT * FROM users WHERE email = '${body.email}'`); // expect: sql-injection
    await prisma.$queryRaw(Prisma.sql`SELECT * FROM users WHERE email = ${body.email}`); // ok: sql-injection
    await prisma.$executeRawUnsafe('UPDATE users SET seen = now() ORDER BY ' + body.order); // expect: sql-injection
    return prisma.user.findMany({ where: { email: body.email } }); // ok: sql-injection
  }
}
