// `npm run manifest`: writes what the features' command tables say into package.json and package.nls.json.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CommandSpec, CommandTable, SubmenuSpec, SubmenuTable } from '../src/views/command-table.ts';
import { ROOT } from './paths.ts';

const CATEGORY = 'Parapet';
const PALETTE = 'commandPalette';
/** The tables' part of the texts. Whatever else begins like this would be removed. */
const TEXT_KEY = /^(?:command|menu)\./;

type Entry = Readonly<Record<string, string | undefined>>;

/** What the command tables contribute, as the manifest has it. */
export interface Contributions {
  readonly commands: readonly Entry[];
  readonly submenus: readonly Entry[];
  readonly menus: Readonly<Record<string, readonly Entry[]>>;
  readonly keybindings: readonly Entry[];
}

/**
 * Returns what the tables of all features contribute, and its English texts.
 * @throws Error when two tables have the same id
 */
export async function fromTables(): Promise<{
  readonly contributions: Contributions;
  readonly texts: Readonly<Record<string, string>>;
}> {
  const commands: Entry[] = [];
  const submenus: Entry[] = [];
  const menus = new Map<string, Entry[]>();
  const keybindings: Entry[] = [];
  const texts: Record<string, string> = {};
  const add = (menu: string, entry: Entry) => menus.set(menu, [...(menus.get(menu) ?? []), entry]);
  for (const [id, spec] of await specs()) {
    const key = `${isCommand(spec) ? 'command' : 'menu'}.${id.replace('parapet.', '')}`;
    if (key in texts) throw new Error(`${id} is in two tables.`);
    texts[key] = isCommand(spec) ? spec.title : spec.label;
    const target = isCommand(spec) ? { command: id } : { submenu: id };
    for (const { in: menu, when, group } of spec.menus ?? []) add(menu, { ...target, when, group });
    if (!isCommand(spec)) {
      submenus.push({ id, label: `%${key}%`, icon: spec.icon });
      continue;
    }
    const { icon, enablement, palette, keys } = spec;
    commands.push({ command: id, title: `%${key}%`, category: CATEGORY, icon, enablement });
    if (palette !== undefined) add(PALETTE, { command: id, when: palette });
    for (const binding of keys ?? []) keybindings.push({ command: id, ...binding });
  }
  const sorted = [...menus].sort(([one], [other]) => (one < other ? -1 : 1));
  return { contributions: { commands, submenus, menus: Object.fromEntries(sorted), keybindings }, texts };
}

/** The rows of every `commands.ts`, feature by feature. */
async function specs(): Promise<ReadonlyArray<readonly [id: string, spec: CommandSpec | SubmenuSpec]>> {
  const files = globSync('src/views/**/commands.ts', { cwd: ROOT }).sort();
  const modules = await Promise.all(
    files.map(
      async (file): Promise<Readonly<Record<string, CommandTable | SubmenuTable>>> =>
        await import(pathToFileURL(path.join(ROOT, file)).href),
    ),
  );
  return modules.flatMap((tables) => Object.values(tables).flatMap((table) => Object.entries(table)));
}

function isCommand(spec: CommandSpec | SubmenuSpec): spec is CommandSpec {
  return 'title' in spec;
}

async function write(): Promise<void> {
  const { contributions, texts } = await fromTables();
  change('package.json', (manifest) => ({
    ...manifest,
    contributes: { ...Object(manifest['contributes']), ...contributions },
  }));
  change('package.nls.json', (strings) => {
    const others = Object.entries(strings).filter(([key]) => !TEXT_KEY.test(key));
    return { ...Object.fromEntries(others), ...texts };
  });
  console.log(`${contributions.commands.length} commands in package.json`);
}

function change(file: string, edit: (json: Record<string, unknown>) => Record<string, unknown>): void {
  const whole = path.join(ROOT, file);
  writeFileSync(whole, `${JSON.stringify(edit(JSON.parse(readFileSync(whole, 'utf8'))), null, 2)}\n`);
}

if (process.argv[1] === import.meta.filename) await write();
