// Tries the sample in this folder: does it behave, and does its exploit work? One line of JSON.
const fs = require('node:fs');
const path = require('node:path');

const folder = process.cwd();
const find = (name) => fs.readdirSync(folder).find((one) => one.startsWith(`${name}.`));
const tried = async (check, app) => {
  try {
    return (await check(app)) ?? true;
  } catch (error) {
    return String(error.stack ?? error);
  }
};

(async () => {
  const checks = require(path.join(folder, find('checks')));
  checks.prepare?.();
  const loaded = await import(path.join(folder, find('app')));
  const app = loaded.default ?? loaded;
  const behaviour = await tried(checks.behaviour, app);
  const exploit = await tried(checks.exploit, app);
  fs.writeSync(1, `\n${JSON.stringify({ behaviour, exploit })}\n`);
  process.exit(0);
})().catch((error) => {
  fs.writeSync(1, `\n${JSON.stringify({ behaviour: String(error.stack), exploit: String(error) })}\n`);
  process.exit(0);
});
