#!/usr/bin/env node
// Every npm script that must work on a fresh clone starts here: `node scripts/run.mjs <task> [arguments]`.
// It runs on whatever Node the machine has (20 or later) and uses nothing that is not built in. It installs
// the dependencies when they are missing or behind the lock file, then runs scripts/<task>.ts on Node 24,
// which the dependencies bring along.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const OLDEST_NODE = 20;
const PROJECT_NODE = 24;

const [task, ...taskArguments] = process.argv.slice(2);
if (task === undefined || !existsSync(path.join(ROOT, 'scripts', `${task}.ts`))) {
  fail(`There is no task "${task ?? ''}" in scripts/.`);
}
if (majorOf(process.version) < OLDEST_NODE) {
  fail(`Parapet needs Node.js ${OLDEST_NODE} or later to start; this is ${process.version}.`);
}
if (!dependenciesAreCurrent()) installDependencies();
runOnProjectNode(path.join(ROOT, 'scripts', `${task}.ts`), taskArguments);

/** What is installed, compared by content with the lock file: modification times say nothing after a checkout. */
function dependenciesAreCurrent() {
  const installedAt = path.join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installedAt)) return false;
  const installed = readPackages(installedAt);
  const packages = readPackages(path.join(ROOT, 'package-lock.json'));
  const programs = Object.keys(packages[''].optionalDependencies).map((name) => `node_modules/${name}`);
  return Object.entries(packages).every(([location, wanted]) => {
    if (location === '') return true;
    const present = installed[location];
    if (present === undefined) {
      const isOptional = wanted.optional === true || wanted.devOptional === true;
      return isOptional && !(programs.includes(location) && isForThisMachine(wanted));
    }
    return present.version === wanted.version;
  });
}

/** Programs come as one package a machine: Node.js, and PostgreSQL for tests. */
function isForThisMachine({ os = [], cpu = [] }) {
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

/** From nothing with `npm ci`; when only behind the lock file, by adding what is missing and leaving the rest. */
function installDependencies() {
  const command = existsSync(path.join(ROOT, 'node_modules')) ? ['install', '--no-save'] : ['ci'];
  console.log(`Installing the dependencies (npm ${command[0]}, no install scripts) …`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, error } = spawnSync('npm', [...command, ...flags], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status === 0) return;
  fail(
    error === undefined
      ? 'The dependencies could not be installed; npm says why above. Once that is mended, run the command again.'
      : `npm could not be started (${error.message}). Parapet needs npm and git on the PATH.`,
  );
}

function runOnProjectNode(script, scriptArguments) {
  const binaries = path.join(ROOT, 'node_modules', '.bin');
  const child = spawn(projectNode(), ['--disable-warning=ExperimentalWarning', script, ...scriptArguments], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${binaries}${path.delimiter}${process.env.PATH ?? ''}` },
  });
  // A terminal sends Ctrl+C to both processes: this one outlives the task, so that the task can clean up.
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('error', (error) => fail(`${projectNode()} could not be started: ${error.message}`));
  child.once('exit', (code) => process.exit(code ?? 1));
}

function projectNode() {
  const home = path.join(
    ROOT,
    'node_modules',
    `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`,
  );
  for (const binary of ['bin/node', 'bin/node.exe']) {
    if (existsSync(path.join(home, binary))) return path.join(home, binary);
  }
  if (majorOf(process.version) >= PROJECT_NODE) return process.execPath;
  return fail(
    `No Node.js ${PROJECT_NODE} comes as a package for ${process.platform}-${process.arch}: install Node.js ${PROJECT_NODE} and run this again.`,
  );
}

function majorOf(version) {
  return Number(version.slice(1).split('.')[0]);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
