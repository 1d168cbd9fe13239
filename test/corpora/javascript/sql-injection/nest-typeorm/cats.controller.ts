import { Body, Controller, Get, Param, ParseIntPipe, Post, Query } from '@nestjs/common';
import { CatsService } from './cats.service';
import { SearchDto } from './search.dto';

@Controller('cats')
export class CatsController {
  constructor(private readonly cats: CatsService) {}

  @Get(':id')
  byId(@Param('id', ParseIntPipe) id: number) {
    return this.cats.byId(id);
  }

  @Get()
  byBreed(@Query('breed') breed: string) {
    return this.cats.byBreed(breed);
  }

  @Post('search')
  search(@Body() dto: SearchDto) {
    return this.cats.search(dto.name, dto.sort);
  }
}
