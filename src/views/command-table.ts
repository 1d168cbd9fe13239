/** Where an entry of a menu stands. */
interface MenuPlace {
  /** The menu: one of VS Code's, or the id of a submenu of ours. */
  readonly in: string;
  readonly when?: string;
  readonly group: string;
}

interface KeyBinding {
  readonly key: string;
  readonly mac?: string;
  readonly when: string;
}

/** A command as the manifest contributes it: `npm run manifest` writes it there. */
export interface CommandSpec {
  /** In English; its key in `package.nls.json` is `command.` and the id without its prefix. */
  readonly title: string;
  readonly icon?: `$(${string})`;
  /** When it can be run; without it, always. */
  readonly enablement?: string;
  /** When the palette offers it; without it, always. */
  readonly palette?: string;
  /** The arguments that VS Code or a link passes; a handler of a command without them gets none. */
  readonly takes?: string;
  readonly menus?: readonly MenuPlace[];
  readonly keys?: readonly KeyBinding[];
}

export interface SubmenuSpec {
  /** In English; its key in `package.nls.json` is `submenu.` and the id without its prefix. */
  readonly label: string;
  readonly icon?: `$(${string})`;
  readonly menus: readonly MenuPlace[];
}

type OurId = `parapet.${string}`;
export type CommandTable = Readonly<Record<OurId, CommandSpec>>;
export type SubmenuTable = Readonly<Record<OurId, SubmenuSpec>>;

type Result = Promise<void> | void;
export type CommandFunction = (...args: readonly unknown[]) => Result;

/** What the commands of a table do: one function each, with arguments only where the table has some. */
export type CommandHandlers<Table extends CommandTable> = {
  readonly [Id in keyof Table]: Table[Id] extends { readonly takes: string } ? CommandFunction : () => Result;
};

/** Returns the table, with its ids for the compiler. */
export function commandTable<const Table extends CommandTable>(table: Table): Table {
  return table;
}

/** Returns the table, with its ids for the compiler. */
export function submenuTable<const Table extends SubmenuTable>(table: Table): Table {
  return table;
}
