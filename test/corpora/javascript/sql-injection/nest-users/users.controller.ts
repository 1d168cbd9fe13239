import { Body, Controller, Get, Headers, Param, ParseIntPipe, Post, Query, Redirect, Req, Res, UploadedFile, UseInterceptors } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, DataSource } from 'typeorm';
import { PrismaService } from './prisma.service';
import { UsersService } from './users.service';
import { createReadStream, writeFileSync } from 'fs';
import { join } from 'path';
import * as jwt from 'jsonwebtoken';

@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService, private readonly prisma: PrismaService, private readonly ds: DataSource) {}

  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) {
    return this.ds.query(`SELECT * FROM users WHERE id = ${id}`); // ok: sql-injection
  }
  @Get('by-name/:name')
  byName(@Param('name') name: string) {
    return this.ds.query(`SELECT * FROM users WHERE name = '${name}'`); // expect: sql-injection
  }
  @Get('search')
  search(@Query('q') q: string, @Query('sort') sort: string) {
    return this.users.search(q, sort);
  }
  @Get('prisma')
  async raw(@Query('email') email: string) {
    const safe = await this.prisma.$queryRaw`SELECT * FROM "User" WHERE email = ${email}`; // ok: sql-injection
    const bad = await this.prisma.$queryRawUnsafe(`SELECT * FROM "User" WHERE email = '${email}'`); // expect: sql-injection
    const ok2 = await this.prisma.$queryRawUnsafe('SELECT * FROM "User" WHERE email = $1', email); // ok: sql-injection
    return [safe, bad, ok2];
  }
  @Post('avatar')
  @UseInterceptors(FileInterceptor('file'))
  avatar(@UploadedFile() file: Express.Multer.File) {
    writeFileSync(join('/srv/avatars', file.originalname), file.buffer); // expect: path-traversal
  }
  @Get('file')
  file(@Query('p') p: string, @Res() res: any) {
    createReadStream(join('/srv/files', p)).pipe(res); // expect: path-traversal
  }
  @Post('token')
  token(@Body() dto: { token: string }, @Headers('x-key') key: string) {
    const decoded = jwt.decode(dto.token) as { sub: string }; // expect: jwt-misuse
    const verified = jwt.verify(dto.token, process.env.JWT_KEY!, { algorithms: ['HS256'] }); // ok: jwt-misuse
    return { decoded, verified };
  }
  @Get('page')
  page(@Query('title') title: string, @Res() res: any) {
    res.send('<title>' + title + '</title>'); // expect: xss
  }
  @Get('json')
  json(@Query('title') title: string) {
    return { title }; // ok: xss
  }
}
