import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { ROOT } from '../../../scripts/paths.ts';

export const DEPLOY = path.join(ROOT, 'deploy');

const words = z.array(z.string());

interface Image {
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
  /** `uid:gid` */
  readonly user: string;
  /** Each as `NAME=value`. */
  readonly environment: readonly string[];
  readonly instructions: readonly string[];
}

/** What deploy/Containerfile says, its last stage. */
export function imageCommand(): Image {
  const text = readFileSync(path.join(DEPLOY, 'Containerfile'), 'utf8').replaceAll(/\\\n\s*/g, '');
  const all = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const instructions = all.slice(all.findLastIndex((line) => line.startsWith('FROM ')));
  const argumentOf = (name: string) =>
    instructions.find((one) => one.startsWith(`${name} `))?.slice(name.length + 1) ??
    assert.fail(`no ${name}`);
  const listOf = (name: string) => {
    const argument = argumentOf(name);
    return words.parse(JSON.parse(argument.slice(argument.indexOf('['))));
  };
  return {
    entrypoint: listOf('ENTRYPOINT'),
    command: listOf('CMD'),
    healthcheck: listOf('HEALTHCHECK'),
    user: argumentOf('USER'),
    environment: argumentOf('ENV').split(/\s+/),
    instructions,
  };
}
