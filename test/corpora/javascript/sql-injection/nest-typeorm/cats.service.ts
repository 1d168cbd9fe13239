import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { DataSource, Repository } from 'typeorm';
import { Cat } from './cat.entity';

@Injectable()
export class CatsService {
  constructor(
    @InjectRepository(Cat) private readonly repository: Repository<Cat>,
    private readonly dataSource: DataSource,
  ) {}

  byId(id: number) {
    return this.dataSource.query(`SELECT * FROM cat WHERE id = ${id}`); // ok: sql-injection
  }

  byBreed(breed: string) {
    return this.dataSource.query("SELECT * FROM cat WHERE breed = '" + breed + "'"); // expect: sql-injection
  }

  search(name: string, sort: string) {
    return this.repository
      .createQueryBuilder('cat')
      .where('cat.name = :name', { name }) // ok: sql-injection
      .orderBy(`cat.${sort}`) // expect: sql-injection
      .getMany();
  }
}
