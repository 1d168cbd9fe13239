import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { HOSTS } from '../../scripts/host/install.ts';
import { ROOT } from '../../scripts/paths.ts';

const menuItem = z.object({
  command: z.string().optional(),
  submenu: z.string().optional(),
  when: z.string().optional(),
});
const setting = z.object({
  scope: z.string().optional(),
  order: z.number().optional(),
  description: z.string().optional(),
  markdownDescription: z.string().optional(),
  default: z.unknown(),
});
const manifestSchema = z.object({
  version: z.string(),
  main: z.string(),
  icon: z.string(),
  engines: z.object({ vscode: z.string() }),
  devDependencies: z.record(z.string(), z.string()),
  activationEvents: z.array(z.string()),
  contributes: z.object({
    viewsContainers: z.record(z.string(), z.array(z.object({ id: z.string(), icon: z.string() }))),
    views: z.record(z.string(), z.array(z.object({ id: z.string(), name: z.string() }))),
    viewsWelcome: z.array(z.object({ view: z.string(), contents: z.string(), when: z.string().optional() })),
    commands: z.array(
      z.object({
        command: z.string(),
        title: z.string(),
        icon: z.string().optional(),
        category: z.string().optional(),
        enablement: z.string().optional(),
      }),
    ),
    submenus: z.array(z.object({ id: z.string(), label: z.string() })).default([]),
    menus: z.record(z.string(), z.array(menuItem)),
    keybindings: z
      .array(z.object({ command: z.string(), key: z.string(), when: z.string().optional() }))
      .default([]),
    configuration: z.array(z.object({ title: z.string(), properties: z.record(z.string(), setting) })),
    walkthroughs: z
      .array(
        z.object({
          steps: z.array(
            z.object({
              media: z.record(z.string(), z.string()),
              completionEvents: z.array(z.string()).default([]),
            }),
          ),
        }),
      )
      .default([]),
  }),
});

const manifestText = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
const manifest = manifestSchema.parse(JSON.parse(manifestText));
const { contributes } = manifest;
const strings = readStrings('package.nls.json');
const commands = new Set(contributes.commands.map(({ command }) => command));
const views = new Set(Object.values(contributes.views).flatMap((list) => list.map(({ id }) => id)));
const menuItems = Object.values(contributes.menus).flat();

describe('the manifest', () => {
  it('starts nothing until the extension is used', () => {
    for (const event of manifest.activationEvents) {
      assert.ok(event !== '*' && event !== 'onStartupFinished', `activation event ${event}`);
    }
  });

  it('takes every text of contributions from package.nls.json, and leaves none there unused', () => {
    const used = new Set(Array.from(manifestText.matchAll(/"%([^%"]+)%"/g), ([, key]) => key ?? ''));
    assert.deepEqual([...used].sort(), Object.keys(strings).sort());
    for (const { command, title } of contributes.commands) assert.match(title, /^%.+%$/, command);
    for (const [key, text] of Object.entries(strings)) assert.notEqual(text.trim(), '', key);
  });

  it('is translated completely, or not at all, into each language', () => {
    for (const file of globSync('package.nls.*.json', { cwd: ROOT })) {
      assert.deepEqual(Object.keys(readStrings(file)).sort(), Object.keys(strings).sort(), file);
    }
  });

  it('names each command once, under one category', () => {
    assert.equal(commands.size, contributes.commands.length);
    for (const { command, category } of contributes.commands) {
      assert.match(command, /^parapet\.[a-zA-Z]+$/);
      assert.equal(category, 'Parapet', command);
    }
  });

  it('puts only its own commands and submenus into menus and under keys', () => {
    const submenus = new Set(contributes.submenus.map(({ id }) => id));
    for (const { command, submenu } of menuItems) {
      const name = command ?? submenu ?? '';
      assert.ok(command === undefined ? submenus.has(name) : commands.has(name), `menu entry "${name}"`);
    }
    for (const { command } of contributes.keybindings)
      assert.ok(commands.has(command), `key of "${command}"`);
    for (const id of submenus) assert.ok((contributes.menus[id] ?? []).length > 0, `submenu ${id} is empty`);
  });

  it('has scans of changes in the title of Source Control, for git alone', () => {
    const [entry] = contributes.menus['scm/title'] ?? [];
    assert.equal(entry?.when, 'scmProvider == git');
    const offered = (contributes.menus[entry?.submenu ?? ''] ?? []).map(({ command }) => command);
    assert.deepEqual(offered, ['parapet.scanWorkingTree', 'parapet.scanStaged', 'parapet.scanBranch']);
  });

  it('links only to its own commands in welcome texts and walkthroughs', () => {
    const texts = Object.values(strings).join('\n');
    for (const [, command] of texts.matchAll(/\(command:(parapet\.[\w.]+)/g)) {
      const known = commands.has(command ?? '') || views.has((command ?? '').replace(/\.focus$/, ''));
      assert.ok(known, `link to ${command}`);
    }
    for (const { steps } of contributes.walkthroughs) {
      for (const event of steps.flatMap(({ completionEvents }) => completionEvents)) {
        const [kind, name] = event.split(':');
        if (kind === 'onCommand') assert.ok(commands.has(name ?? ''), event);
      }
    }
  });

  it('asks in when-clauses only for views that exist and context that the extension sets', () => {
    const clauses = [...menuItems, ...contributes.keybindings, ...contributes.viewsWelcome]
      .map(({ when }) => when)
      .concat(contributes.commands.map(({ enablement }) => enablement))
      .filter((clause) => clause !== undefined);
    const sources = globSync('src/{*.ts,{views,connection,workspace}/**/*.ts}', { cwd: ROOT })
      .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
      .join('\n');
    for (const clause of clauses) {
      assert.notEqual(clause.trim(), '');
      for (const [, view] of clause.matchAll(/\b(?:view|focusedView) == '?([\w.]+)/g)) {
        assert.ok(views.has(view ?? ''), `no view "${view}" in: ${clause}`);
      }
      for (const [key] of clause.matchAll(/\bparapet\.\w+/g)) {
        assert.ok(views.has(key) || sources.includes(`'${key}'`), `nothing sets "${key}" of: ${clause}`);
      }
    }
  });

  it('hides from the palette what needs a use, a node or a filter first', () => {
    const hidden = new Map(contributes.menus['commandPalette']?.map(({ command, when }) => [command, when]));
    const inContext = (contributes.menus['view/item/context'] ?? []).map(({ command }) => command);
    for (const { command, enablement } of contributes.commands) {
      const needsNode = inContext.includes(command) && enablement === undefined;
      if (needsNode)
        assert.ok(hidden.get(command), `${command} is in the palette of a window without issues`);
    }
    assert.equal(hidden.get('parapet.showMore'), 'false');
    assert.equal(hidden.get('parapet.clearFilter'), 'parapet.filtered');
  });

  it('binds a key only where something of its own is shown or has the focus, and no key twice there', () => {
    const places = contributes.keybindings.map(({ key, when, command }) => {
      assert.match(when ?? '', /focusedView == 'parapet\.|parapet\.flowShown|editorTextFocus/, command);
      return `${key} ${when}`;
    });
    assert.equal(new Set(places).size, places.length);
  });

  it('gives every setting of a section a place of its own', () => {
    for (const { title, properties } of contributes.configuration) {
      const orders = Object.values(properties).map(({ order }) => order);
      assert.ok(!orders.includes(undefined), title);
      assert.equal(new Set(orders).size, orders.length, title);
    }
  });

  it('describes every setting, and lets no workspace say where credentials go', () => {
    for (const [name, property] of contributes.configuration.flatMap(({ properties }) =>
      Object.entries(properties),
    )) {
      assert.ok(property.description ?? property.markdownDescription, `${name} has no description`);
      assert.notEqual(property.default, undefined, `${name} has no default`);
      if (name.startsWith('parapet.service.')) assert.equal(property.scope, 'machine', name);
    }
  });

  it('names only files that are there', () => {
    const pictures = contributes.walkthroughs
      .flatMap(({ steps }) => steps)
      .map(({ media }) => media['svg'] ?? media['image'] ?? media['markdown'] ?? 'no media');
    const icons = Object.values(contributes.viewsContainers).flatMap((list) => list.map(({ icon }) => icon));
    for (const file of [manifest.icon, ...icons, ...pictures]) {
      assert.ok(existsSync(path.join(ROOT, file)), `${file} is missing`);
    }
  });

  it('asks for the oldest VS Code that the tests run on, and uses no newer interface', () => {
    const oldest = Object.values(HOSTS)
      .map(({ vscode }) => vscode)
      .sort()[0];
    assert.equal(manifest.engines.vscode, `^${oldest}`);
    assert.equal(manifest.devDependencies['@types/vscode'], oldest);
  });
});

function readStrings(file: string): Record<string, string> {
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')));
}
