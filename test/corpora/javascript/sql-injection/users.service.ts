import { Controller, Get, Injectable, Param, ParseIntPipe, Query, Body, Post } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository, EntityManager } from 'typeorm';
import { IsEnum, IsInt, IsString } from 'class-validator';

enum Role {
  Admin = 'admin',
  User = 'user',
}

export class SearchDto {
  @IsString()
  name!: string;

  @IsInt()
  limit!: number;

  @IsEnum(Role)
  role!: Role;
}

@Injectable()
export class UsersService {
  private scope = 'public';

  constructor(
    @InjectRepository(Object) private readonly users: Repository<any>,
    private readonly dataSource: DataSource,
    private readonly manager: EntityManager,
  ) {}

  byName(name: string) {
    return this.users.query(`SELECT * FROM users WHERE name = '${name}'`); // expect: sql-injection
  }

  byId(id: number) {
    return this.dataSource.query(`SELECT * FROM users WHERE id = ${id}`); // ok: sql-injection
  }

  search(dto: SearchDto) {
    return this.users
      .createQueryBuilder('u')
      .where(`u.name LIKE '%${dto.name}%'`) // expect: sql-injection
      .limit(dto.limit)
      .getMany();
  }

  searchSafe(dto: SearchDto) {
    return this.users
      .createQueryBuilder('u')
      .where('u.name LIKE :name', { name: `%${dto.name}%` }) // ok: sql-injection
      .andWhere('u.role = :role', { role: dto.role }) // ok: sql-injection
      .getMany();
  }

  ordered(order: string) {
    return this.users.createQueryBuilder('u').orderBy(order).getMany(); // expect: sql-injection
  }

  find(name: string) {
    return this.users.find({ where: { name } }); // ok: sql-injection
  }

  use(scope: string) {
    this.scope = scope;
  }

  all() {
    return this.manager.query(`SELECT * FROM ${this.scope}.users`); // expect: sql-injection
  }
}

@Controller('users')
export class UsersController {
  constructor(private readonly service: UsersService) {}

  @Get('by-name/:name')
  byName(@Param('name') name: string) {
    return this.service.byName(name);
  }

  @Get(':id')
  byId(@Param('id', ParseIntPipe) id: number) {
    return this.service.byId(id);
  }

  @Post('search')
  search(@Body() dto: SearchDto) {
    this.service.searchSafe(dto);
    return this.service.search(dto);
  }

  @Get()
  list(@Query('order') order: string, @Query('name') name: string, @Query('scope') scope: string) {
    this.service.use(scope);
    this.service.find(name);
    return this.service.ordered(order);
  }

  @Get('all')
  all() {
    return this.service.all();
  }
}
