import { HttpService } from '@nestjs/axios';
import { Injectable, Logger } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { execFile, exec } from 'node:child_process';
import { writeFile, mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DataSource, Repository, Like } from 'typeorm';
import { User } from './user.entity';
import type { CreateUserDto } from './create-user.dto';

@Injectable()
export class UsersService {
  private readonly logger = new Logger(UsersService.name);
  private readonly root = '/srv/users';

  constructor(
    @InjectRepository(User) private readonly repo: Repository<User>,
    private readonly source: DataSource,
    private readonly http: HttpService,
  ) {}

  async search(q: string, sort: string) {
    await this.repo.find({ where: { name: Like(`%${q}%`) } }); // ok: sql-injection
    await this.repo.createQueryBuilder('u').where('u.name = :q', { q }).getMany(); // ok: sql-injection
    await this.repo.createQueryBuilder('u').where(`u.name = '${q}'`).getMany(); // expect: sql-injection
    return this.source.query('SELECT * FROM users ORDER BY ' + sort); // expect: sql-injection
  }

  byId(id: number) {
    return this.source.query(`SELECT * FROM users WHERE id = ${id}`); // ok: sql-injection
  }

  byKind(kind: string) {
    return this.source.query(`SELECT * FROM users WHERE kind = '${kind}'`); // ok: sql-injection
  }

  async create(dto: CreateUserDto, trace: string) {
    this.logger.log(`creating for ${trace}`); // expect: log-injection
    await mkdir(join(this.root, dto.folder)); // ok: path-traversal
    await mkdir(join(this.root, dto.note)); // expect: path-traversal
    exec(`adduser --group ${dto.role}`); // ok: command-injection
    exec(`adduser --comment "${dto.note}"`); // expect: command-injection
    execFile('adduser', ['--team', dto.team]); // ok: command-injection
    await this.http.axiosRef.get(`http://${dto.note}.internal/ping`); // expect: ssrf
  }

  store(name: string, data: Buffer) {
    return writeFile(join(this.root, name), data); // expect: path-traversal
  }

  purge(name: string) {
    return rm(join(this.root, basename(name)), { recursive: true }); // ok: path-traversal
  }
}
