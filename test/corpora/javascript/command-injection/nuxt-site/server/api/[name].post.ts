import { execSync } from 'node:child_process';

export default defineEventHandler(async (event) => {
  const name = getRouterParam(event, 'name');
  const body = await readBody(event);
  execSync(`touch ${name}`); // expect: command-injection
  execSync(`touch ${body.name}`); // expect: command-injection
  return getHeaders(event).length;
});
