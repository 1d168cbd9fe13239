import { execSync } from 'node:child_process';
import { feathers, type Params } from '@feathersjs/feathers';
import express from '@feathersjs/express';

class Images {
  constructor(private readonly folder: string) {}

  async find(params: Params) {
    execSync('ls ' + params.query.folder); // expect: command-injection
    return [];
  }

  async get(id: string) {
    execSync('identify ' + id); // expect: command-injection
    return {};
  }

  async create(data: { name: string }) {
    execSync('convert ' + this.folder + data.name); // expect: command-injection
    return data;
  }

  async count(id: number) {
    execSync('seq ' + id); // ok: command-injection
  }
}

const app = express(feathers());
app.use('/images', new Images('/srv/images'));
