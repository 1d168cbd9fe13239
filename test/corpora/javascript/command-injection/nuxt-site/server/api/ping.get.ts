import { execSync } from 'node:child_process';

export default defineEventHandler(async (event) => {
  const { host, count } = getQuery(event);
  execSync(`ping -c ${Number(count)} localhost`); // ok: command-injection
  return execSync(`ping ${host}`).toString(); // expect: command-injection
});
