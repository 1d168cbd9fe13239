import { Body, Controller, Delete, Get, Header, Headers, Injectable, Logger, Module, Param, ParseIntPipe, ParseUUIDPipe, Post, Query, Redirect, Req, Res, UploadedFile, UseGuards, UseInterceptors } from '@nestjs/common';
import { HttpService } from '@nestjs/axios';
import { MessagePattern, Payload } from '@nestjs/microservices';
import { Args, Mutation, Query as GqlQuery, Resolver } from '@nestjs/graphql';
import { SubscribeMessage, WebSocketGateway, MessageBody } from '@nestjs/websockets';
import { FileInterceptor } from '@nestjs/platform-express';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, Entity, PrimaryGeneratedColumn, Column, Like } from 'typeorm';
import { PrismaClient, Prisma } from '@prisma/client';
import { IsEnum, IsInt, IsString, Matches, MaxLength } from 'class-validator';
import { Type } from 'class-transformer';
import type { Request, Response } from 'express';
import { promises as fsp } from 'fs';
import { join, normalize } from 'path';
import { execSync } from 'child_process';

enum Status { Open = 'open', Closed = 'closed' }

@Entity()
export class Contact {
  @PrimaryGeneratedColumn() id!: number;
  @Column() name!: string;
  @Column() mail!: string;
}

export class SearchDto {
  @IsString() @MaxLength(50) text!: string;
  @IsEnum(Status) status!: Status;
  @Type(() => Number) @IsInt() page = 1;
  @Matches(/^[a-z_]+$/) order!: string;
}

@Injectable()
export class ContactsService {
  private readonly logger = new Logger(ContactsService.name);
  constructor(
    @InjectRepository(Contact) private readonly contacts: Repository<Contact>,
    private readonly source: DataSource,
    private readonly http: HttpService,
    private readonly prisma: PrismaClient,
  ) {}

  search(dto: SearchDto) {
    return this.contacts
      .createQueryBuilder('c')
      .where(`c.name LIKE '%${dto.text}%'`) // expect: sql-injection
      .andWhere('c.status = :status', { status: dto.status })
      .orderBy(`c.${dto.order}`) // ok: sql-injection
      .getMany();
  }

  byStatus(dto: SearchDto) {
    return this.source.query(`SELECT * FROM contact WHERE status = '${dto.status}' LIMIT ${dto.page}`); // ok: sql-injection
  }

  byName(name: string) {
    return this.contacts.find({ where: { name: Like(`%${name}%`) } }); // ok: sql-injection
  }

  async raw(name: string, id: number) {
    await this.source.query('SELECT * FROM contact WHERE name = $1', [name]); // ok: sql-injection
    await this.source.query(`SELECT * FROM contact WHERE id = ${id}`); // ok: sql-injection
    await this.prisma.$queryRaw`SELECT * FROM contact WHERE name = ${name}`; // ok: sql-injection
    await this.prisma.$queryRaw(Prisma.sql`SELECT * FROM contact WHERE name = ${name}`); // ok: sql-injection
    await this.prisma.$queryRawUnsafe(`SELECT * FROM contact WHERE name = '${name}'`); // expect: sql-injection
    await this.prisma.$executeRawUnsafe('DELETE FROM contact WHERE name = $1', name); // ok: sql-injection
    this.logger.log(`looked up ${name}`); // expect: log-injection
  }

  avatar(url: string) {
    return this.http.get(url); // expect: ssrf
  }
}

@Controller('contacts')
export class ContactsController {
  constructor(private readonly service: ContactsService) {}

  @Get()
  search(@Query() dto: SearchDto) {
    this.service.byStatus(dto);
    return this.service.search(dto);
  }

  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number, @Query('name') name: string) {
    this.service.byName(name);
    return this.service.raw(name, id);
  }

  @Get(':id/avatar')
  avatar(@Headers('x-avatar') url: string) {
    return this.service.avatar(url);
  }

  @Get('card/:name')
  @Header('content-type', 'text/html')
  card(@Param('name') name: string) {
    return `<b>${name}</b>`; // expect: xss
  }

  @Get('export/:file')
  async export(@Param('file') file: string, @Res() res: Response) {
    const text = await fsp.readFile(join('/srv/exports', file), 'utf8'); // expect: path-traversal
    res.send(text); // ok: xss
  }

  @Get('report/:id')
  report(@Param('id', new ParseUUIDPipe()) id: string) {
    return execSync(`report --id ${id}`).toString(); // ok: command-injection
  }

  @Get('go')
  @Redirect()
  go(@Query('to') to: string) {
    return { url: to }; // expect: open-redirect
  }

  @Post('photo')
  @UseInterceptors(FileInterceptor('photo'))
  async photo(@UploadedFile() photo: Express.Multer.File) {
    await fsp.writeFile(join('/srv/photos', photo.originalname), photo.buffer); // expect: path-traversal
  }

  @Delete()
  purge(@Req() req: Request, @Body('table') table: string) {
    const tables: Record<string, string> = { contacts: 'contact', notes: 'note' };
    execSync(`purge ${tables[table] ?? 'none'}`); // ok: command-injection
    return execSync('purge ' + req.body.where); // expect: command-injection
  }
}

@Controller()
export class EventsController {
  @MessagePattern('mail')
  mail(@Payload() data: { to: string }) {
    execSync(`sendmail ${data.to}`); // expect: command-injection
  }
}

@WebSocketGateway()
export class ChatGateway {
  @SubscribeMessage('run')
  run(@MessageBody() name: string) {
    return execSync(`tool ${name}`); // expect: command-injection
  }
}

@Resolver(() => Contact)
export class ContactResolver {
  constructor(private readonly source: DataSource) {}

  @GqlQuery(() => [Contact])
  contacts(@Args('name') name: string) {
    return this.source.query(`SELECT * FROM contact WHERE name = '${name}'`); // expect: sql-injection
  }

  @Mutation(() => Boolean)
  remove(@Args('id', { type: () => Number }, ParseIntPipe) id: number) {
    return this.source.query('DELETE FROM contact WHERE id = ' + id); // ok: sql-injection
  }
}
