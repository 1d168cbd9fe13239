import { Body, Controller, Get, Param, ParseIntPipe, ParseUUIDPipe, Post, Query, Redirect, Res, UseInterceptors, UploadedFile } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Response } from 'express';
import { readFileSync, writeFileSync } from 'fs';
import { ReportsService } from './reports.service';
import { ReportDto } from './reports.dto';

@Controller('reports')
export class ReportsController {
  constructor(private readonly service: ReportsService) {}

  @Get()
  list(@Query('title') title: string, @Query('sort') sort: string) {
    return this.service.find(title, sort);
  }
  @Get('year/:year')
  year(@Param('year', ParseIntPipe) year: number) {
    return this.service.year(year);
  }
  @Get('name/:name')
  named(@Param() params: { name: string }) {
    return this.service.named(params.name);
  }
  @Post()
  create(@Body() dto: ReportDto) {
    return this.service.render(dto);
  }
  @Get('fetch')
  fetch(@Query() query: Record<string, string>) {
    return this.service.fetch(query.url);
  }
  @Get('file/:id')
  file(@Param('id', ParseUUIDPipe) id: string) {
    return readFileSync(`/data/${id}.pdf`); // ok: path-traversal
  }
  @Get('any/:id')
  any(@Param('id') id: string, @Res() res: Response) {
    res.send(readFileSync(`/data/${id}.pdf`)); // expect: path-traversal
  }
  @Get('go')
  @Redirect()
  go(@Query('to') to: string) {
    return { url: to, statusCode: 302 }; // expect: open-redirect
  }
  @Post('up')
  @UseInterceptors(FileInterceptor('file'))
  up(@UploadedFile() file: Express.Multer.File) {
    writeFileSync('/data/' + file.originalname, file.buffer); // expect: path-traversal
  }
}
