import { Controller, Param, Post, UploadedFile } from '@nestjs/common';
import { DiskStorage, HashedStorage, Storage } from './storage';

@Controller('uploads')
export class UploadsController {
  private readonly storage: Storage = new DiskStorage('/srv');
  private readonly hashed = new HashedStorage();

  @Post()
  async upload(@UploadedFile() file: Express.Multer.File) {
    await this.storage.save(file.originalname, file.buffer);
  }

  @Post(':name')
  async named(@Param('name') name: string, @UploadedFile() file: Express.Multer.File) {
    await this.hashed.save(name, file.buffer);
  }
}
