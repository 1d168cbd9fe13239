import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { User } from './user.entity';

@Injectable()
export class UsersService {
  constructor(@InjectRepository(User) private readonly repo: Repository<User>) {}
  search(q: string, sort: string) {
    const qb = this.repo.createQueryBuilder('u').where('u.name LIKE :q', { q: `%${q}%` }); // ok: sql-injection
    if (q.length > 3) qb.andWhere(`u.bio LIKE '%${q}%'`); // expect: sql-injection
    return qb.orderBy(sort).getMany(); // expect: sql-injection
  }
}
