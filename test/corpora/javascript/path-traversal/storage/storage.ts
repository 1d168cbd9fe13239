import { promises as fs } from 'fs';
import * as path from 'path';

export abstract class Storage {
  abstract save(name: string, data: Buffer): Promise<void>;
}

export class DiskStorage extends Storage {
  constructor(private readonly folder: string) {
    super();
  }

  async save(name: string, data: Buffer): Promise<void> {
    await fs.writeFile(path.join(this.folder, name), data); // expect: path-traversal
  }
}

export class HashedStorage extends Storage {
  async save(name: string, data: Buffer): Promise<void> {
    const safe = name.replace(/[^a-zA-Z0-9]/g, '_');
    await fs.writeFile(path.join('/data', safe), data); // ok: path-traversal
  }
}
