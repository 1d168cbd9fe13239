import { Body, Controller, Get, Headers, Injectable, Param, ParseIntPipe, ParseUUIDPipe, Post, Query, Redirect, Req, Res, StreamableFile, UploadedFile, UseInterceptors } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import { HttpService } from '@nestjs/axios';
import { InjectRepository, InjectDataSource } from '@nestjs/typeorm';
import { DataSource, Repository, Like } from 'typeorm';
import { IsEnum, IsIn, IsInt, IsString, IsUUID, Matches } from 'class-validator';
import type { Request, Response } from 'express';
import { createReadStream } from 'fs';
import { join, basename, normalize } from 'path';
import { firstValueFrom } from 'rxjs';
import * as bcrypt from 'bcrypt';
import { createHash } from 'crypto';

class FindDto {
  @IsString() text: string;
  @IsIn(['asc', 'desc']) dir: string;
  @Matches(/^[a-z_]+$/) column: string;
  @IsInt() limit: number;
  @IsString() free: string;
}

class Ticket { id: number; title: string; owner: string; }

@Injectable()
export class TicketsService {
  constructor(
    @InjectRepository(Ticket) private readonly tickets: Repository<Ticket>,
    @InjectDataSource() private readonly source: DataSource,
    private readonly http: HttpService,
  ) {}

  find(dto: FindDto) {
    return this.tickets
      .createQueryBuilder('t')
      .where('t.title like :text', { text: `%${dto.text}%` }) // ok: sql-injection
      .orderBy(`t.${dto.column}`, dto.dir as 'ASC') // ok: sql-injection
      .limit(dto.limit)
      .getMany();
  }
  findFree(dto: FindDto) {
    return this.tickets.createQueryBuilder('t').where(`t.title like '%${dto.free}%'`).getMany(); // expect: sql-injection
  }
  raw(dto: FindDto) {
    return this.source.query(`select * from ticket order by ${dto.column} ${dto.dir} limit ${dto.limit}`); // ok: sql-injection
  }
  rawBad(owner: string) {
    return this.source.query("select * from ticket where owner = '" + owner + "'"); // expect: sql-injection
  }
  byOwner(owner: string) {
    return this.tickets.find({ where: { owner: Like(`%${owner}%`) } }); // ok: sql-injection
  }
  async preview(url: string) {
    const { data } = await firstValueFrom(this.http.get(url)); // expect: ssrf
    return data;
  }
  async status(id: number) {
    const { data } = await firstValueFrom(this.http.get(`https://status.internal.example.com/tickets/${id}`)); // ok: ssrf
    return data;
  }
}

@Controller('tickets')
export class TicketsController {
  constructor(private readonly service: TicketsService) {}

  @Get() find(@Query() dto: FindDto) { return this.service.find(dto); }
  @Get('free') free(@Query() dto: FindDto) { return this.service.findFree(dto); }
  @Get('raw') raw(@Query() dto: FindDto) { return this.service.raw(dto); }
  @Get('owner') owner(@Query('owner') owner: string) { return this.service.rawBad(owner); }
  @Get('owner2') owner2(@Query('owner') owner: string) { return this.service.byOwner(owner); }
  @Post('preview') preview(@Body('url') url: string) { return this.service.preview(url); }
  @Get(':id/status') status(@Param('id', ParseIntPipe) id: number) { return this.service.status(id); }

  @Get('file/:name')
  file(@Param('name') name: string) {
    const stream = createReadStream(join(process.cwd(), 'files', name)); // expect: path-traversal
    return new StreamableFile(stream);
  }
  @Get('doc/:id')
  doc(@Param('id', new ParseUUIDPipe()) id: string) {
    return new StreamableFile(createReadStream(join(process.cwd(), 'files', `${id}.pdf`))); // ok: path-traversal
  }
  @Get('doc2/:name')
  doc2(@Param('name') name: string) {
    return new StreamableFile(createReadStream(join(process.cwd(), 'files', basename(name)))); // ok: path-traversal
  }
  @Get('doc3/:name')
  doc3(@Param('name') name: string) {
    const safe = normalize(name).replace(/^(\.\.(\/|\\|$))+/, '');
    return new StreamableFile(createReadStream(join(process.cwd(), 'files', safe))); // ok: path-traversal
  }
  @Get('go')
  go(@Query('to') to: string, @Res() res: Response) {
    return res.redirect(to); // expect: open-redirect
  }
  @Get('go2')
  @Redirect()
  go2(@Query('to') to: string) {
    return { url: to }; // expect: open-redirect
  }
  @Get('go3')
  go3(@Query('to') to: string, @Res() res: Response) {
    if (!to.startsWith('/') || to.startsWith('//') || to.includes('\\')) to = '/';
    return res.redirect(to); // ok: open-redirect
  }
  @Get('hello')
  hello(@Query('name') name: string) {
    return `<h1>Hello ${name}</h1>`; // expect: xss
  }
  @Get('hello2')
  hello2(@Query('name') name: string) {
    return { hello: `<h1>${name}</h1>` }; // ok: xss
  }
  @Get('hello3')
  hello3(@Headers('x-name') name: string, @Res() res: Response) {
    res.set('Content-Type', 'text/plain').send(`Hello ${name}`); // ok: xss
  }
  @Post('upload')
  @UseInterceptors(FileInterceptor('file', { dest: 'uploads' }))
  async upload(@UploadedFile() file: Express.Multer.File) {
    const { writeFile } = await import('fs/promises');
    await writeFile(`uploads/${file.originalname}`, file.buffer); // expect: path-traversal
    await writeFile(`uploads/${Date.now()}-${basename(file.originalname)}`, file.buffer); // ok: path-traversal
  }
  @Post('login')
  async login(@Req() req: Request, @Body('password') password: string) {
    const stored = createHash('md5').update(password).digest('hex'); // expect: weak-hash
    const etag = createHash('sha256').update(JSON.stringify(req.body)).digest('hex'); // ok: weak-hash
    return { stored, etag, hash: await bcrypt.hash(password, 12) };
  }
}
