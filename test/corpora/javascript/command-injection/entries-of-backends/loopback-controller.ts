import { execSync } from 'node:child_process';
import { get, param, post, requestBody } from '@loopback/rest';

export class HostsController {
  @get('/hosts/{name}')
  async show(@param.path.string('name') name: string, @param.path.number('port') port: number) {
    execSync('nslookup ' + name); // expect: command-injection
    execSync('lsof -i ' + port); // ok: command-injection
  }

  @post('/hosts')
  async add(@requestBody() host: { name: string }) {
    execSync('ping ' + host.name); // expect: command-injection
  }
}
