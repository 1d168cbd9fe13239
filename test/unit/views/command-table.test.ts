import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { fromTables } from '../../../scripts/manifest.ts';
import { ROOT } from '../../../scripts/paths.ts';
import { type CommandHandlers, commandTable } from '../../../src/views/command-table.ts';

const manifestSchema = z.object({
  contributes: z.object({
    commands: z.unknown(),
    submenus: z.unknown(),
    menus: z.unknown(),
    keybindings: z.unknown(),
    views: z.record(z.string(), z.array(z.object({ id: z.string() }))),
  }),
});
const COMMAND_IN_CODE =
  /(?:executeCommand\(\s*'|\bcommand: '|command:)(parapet\.[a-zA-Z]+)(?:\.(?:focus|removeView))?/g;

describe('the command tables', () => {
  it('are what the manifest says', async () => {
    const { contributions, texts } = await fromTables();
    const { contributes } = manifestSchema.parse(read('package.json'));
    const { commands, submenus, menus, keybindings } = contributes;
    const written = { commands, submenus, menus, keybindings };
    assert.deepEqual(written, JSON.parse(JSON.stringify(contributions)), 'run `npm run manifest`');
    const strings = z.record(z.string(), z.string()).parse(read('package.nls.json'));
    const ours = Object.entries(strings).filter(([key]) => /^(?:command|menu)\./.test(key));
    assert.deepEqual(Object.fromEntries(ours), texts, 'run `npm run manifest`');
  });

  it('have every command that the code runs or links to', async () => {
    const { contributions } = await fromTables();
    const { contributes } = manifestSchema.parse(read('package.json'));
    const known = new Set([
      ...contributions.commands.map(({ command }) => command),
      ...Object.values(contributes.views).flatMap((views) => views.map(({ id }) => id)),
    ]);
    let count = 0;
    for (const file of globSync('src/{*.ts,{connection,workspace,views}/**/*.{ts,tsx}}', { cwd: ROOT })) {
      for (const [, id] of readFileSync(path.join(ROOT, file), 'utf8').matchAll(COMMAND_IN_CODE)) {
        count += 1;
        assert.ok(known.has(id), `${file}: ${id} is in no table`);
      }
    }
    assert.ok(count > 30, `only ${count} found`);
  });

  it('refuse a command without a function, a function without a command, and arguments that none passes', () => {
    const table = commandTable({
      'parapet.plain': { title: 'Plain' },
      'parapet.about': { title: 'About', takes: 'an id' },
    });
    type Handlers = CommandHandlers<typeof table>;
    const whole: Handlers = { 'parapet.plain': () => {}, 'parapet.about': (id) => assert.ok(id) };
    // @ts-expect-error `parapet.about` has no function
    const missing: Handlers = { 'parapet.plain': () => {} };
    // @ts-expect-error `parapet.more` is not in the table
    const unknown: Handlers = { ...whole, 'parapet.more': () => {} };
    // @ts-expect-error `parapet.plain` takes no arguments
    const greedy: Handlers = { ...whole, 'parapet.plain': (id: unknown) => assert.ok(id) };
    assert.equal(new Set([whole, missing, unknown, greedy]).size, 4);
  });
});

function read(file: string): unknown {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
}
