import { Body, Controller, Delete, Get, Header, Headers, Param, ParseIntPipe, ParseEnumPipe, Post, Query, Redirect, Req, Res, UploadedFile, UseInterceptors } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import { UsersService } from './users.service';
import { CreateUserDto } from './create-user.dto';

enum Kind { A = 'a', B = 'b' }

@Controller('users')
export class UsersController {
  constructor(private readonly users: UsersService) {}

  @Get()
  list(@Query('q') q: string, @Query('sort') sort: string) {
    return this.users.search(q, sort);
  }

  @Get(':id')
  one(@Param('id', ParseIntPipe) id: number) {
    return this.users.byId(id);
  }

  @Get('kind/:kind')
  kind(@Param('kind', new ParseEnumPipe(Kind)) kind: Kind) {
    return this.users.byKind(kind);
  }

  @Post()
  async create(@Body() dto: CreateUserDto, @Headers('x-trace') trace: string) {
    await this.users.create(dto, trace);
  }

  @Get('page/:name')
  @Header('Content-Type', 'text/html')
  page(@Param('name') name: string) {
    return `<h1>${name}</h1>`; // expect: xss
  }

  @Get('json/:name')
  json(@Param('name') name: string) {
    return { name }; // ok: xss
  }

  @Get('go')
  @Redirect()
  go(@Query('to') to: string) {
    return { url: to, statusCode: 302 }; // expect: open-redirect
  }

  @Get('raw')
  raw(@Req() req: Request, @Res() res: Response) {
    res.send('<i>' + req.query.x + '</i>'); // expect: xss
  }

  @Post('avatar')
  @UseInterceptors(FileInterceptor('file'))
  avatar(@UploadedFile() file: Express.Multer.File) {
    return this.users.store(file.originalname, file.buffer);
  }

  @Delete(':name')
  remove(@Param('name') name: string) {
    return this.users.purge(name);
  }
}
