import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { HttpService } from '@nestjs/axios';
import { DataSource, Repository } from 'typeorm';
import { exec } from 'child_process';
import { promisify } from 'util';
import { Report } from './report.entity';
import { ReportDto } from './reports.dto';

const run = promisify(exec);

@Injectable()
export class ReportsService {
  private readonly logger = new Logger(ReportsService.name);
  constructor(
    @InjectRepository(Report) private readonly reports: Repository<Report>,
    private readonly source: DataSource,
    private readonly http: HttpService,
  ) {}

  find(title: string, sort: string) {
    return this.reports
      .createQueryBuilder('r')
      .where('r.title = :title', { title }) // ok: sql-injection
      .andWhere(`r.owner = '${sort}'`) // expect: sql-injection
      .getMany();
  }
  year(year: number) {
    return this.source.query(`SELECT * FROM report WHERE year = ${year}`); // ok: sql-injection
  }
  named(name: string) {
    return this.source.query(`SELECT * FROM report WHERE name = '${name}'`); // expect: sql-injection
  }
  async render(dto: ReportDto) {
    this.logger.log(`rendering ${dto.slug}`); // ok: log-injection
    await run(`mkreport --id ${dto.id} --format ${dto.format} --slug ${dto.slug}`); // ok: command-injection
    await run(`mkreport --title "${dto.title}"`); // expect: command-injection
  }
  fetch(url: string) {
    return this.http.get(url); // expect: ssrf
  }
  owned(id: string, tenant: string) {
    return this.reports.findOne({ where: { id, tenant } }); // ok: sql-injection
  }
}
