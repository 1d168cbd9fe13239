import * as vscode from 'vscode';

/** What a search of one kind offers while one types. */
export interface MeaningSearch<T extends vscode.QuickPickItem> {
  readonly title: string;
  readonly placeholder: string;
  /** Questions that show what can be asked. */
  readonly examples: readonly string[];
  /** Results in the order to show them; undefined where the service has no such search. */
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly T[] | undefined>;
  readonly open: (result: T) => Promise<void>;
  /** What else can be done with a text that finds nothing. */
  readonly instead: { readonly label: string; readonly run: (text: string) => Promise<void> };
  /** What went wrong, in a sentence. */
  readonly failure: (error: unknown) => string;
}

/** Milliseconds without a keystroke before the service is asked. */
const typingPauseMs = 250;
/** As the interface takes it. */
const longestQuery = 1024;

type Row<T> = vscode.QuickPickItem & {
  readonly result?: T;
  readonly example?: string;
  readonly run?: (text: string) => Promise<void>;
};

/** Asks for a text, searches whenever typing pauses, and opens what is chosen. Each search ends the one before. */
export async function searchByMeaning<T extends vscode.QuickPickItem>(
  search: MeaningSearch<T>,
): Promise<void> {
  const picker = vscode.window.createQuickPick<Row<T>>();
  // The results are ranked. VS Code would sort them by their labels; no typed name of the API says so.
  Reflect.set(picker, 'sortByLabel', false);
  picker.title = search.title;
  picker.placeholder = search.placeholder;
  let stop = new AbortController();
  let pause: NodeJS.Timeout | undefined;
  const examples = search.examples.map(
    (example): Row<T> => ({
      label: example,
      description: vscode.l10n.t('example'),
      iconPath: new vscode.ThemeIcon('lightbulb'),
      alwaysShow: true,
      example,
    }),
  );
  const look = async (text: string): Promise<void> => {
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    if (text === '') {
      picker.busy = false;
      picker.items = examples;
      return;
    }
    picker.busy = true;
    const items = await rowsOf(search, text, signal);
    if (signal.aborted) return;
    picker.busy = false;
    picker.items = items;
    // Enter does what can be done, where the first row only says something.
    picker.activeItems = items.filter(({ result, run }) => result ?? run).slice(0, 1);
  };
  const later = (text: string, ms: number): void => {
    clearTimeout(pause);
    pause = setTimeout(() => void look(text.trim().slice(0, longestQuery)), ms);
  };
  picker.items = examples;
  const chosen = await new Promise<Row<T> | undefined>((resolve) => {
    picker.onDidChangeValue((text) => later(text, text.trim() === '' ? 0 : typingPauseMs));
    picker.onDidAccept(() => {
      const [row] = picker.activeItems;
      if (row?.example !== undefined) {
        picker.value = row.example;
        later(row.example, 0);
      } else if (row?.result || row?.run) {
        resolve(row);
        picker.hide();
      }
    });
    picker.onDidHide(() => resolve(undefined));
    picker.show();
  });
  clearTimeout(pause);
  stop.abort();
  const text = picker.value.trim();
  picker.dispose();
  if (chosen?.result) await search.open(chosen.result);
  else await chosen?.run?.(text);
}

async function rowsOf<T extends vscode.QuickPickItem>(
  { find, instead, failure }: MeaningSearch<T>,
  text: string,
  signal: AbortSignal,
): Promise<readonly Row<T>[]> {
  const other: Row<T> = {
    label: instead.label,
    iconPath: new vscode.ThemeIcon('filter'),
    alwaysShow: true,
    run: instead.run,
  };
  const notice = (label: string, icon: string): Row<T> => ({
    label,
    iconPath: new vscode.ThemeIcon(icon),
    alwaysShow: true,
  });
  try {
    const found = await find(text, signal);
    if (!found) return [notice(vscode.l10n.t('This service has no search by meaning'), 'info'), other];
    if (found.length === 0)
      return [notice(vscode.l10n.t('Nothing was found for “{0}”', text), 'search'), other];
    return found.map((result) => ({ ...result, alwaysShow: true, result }));
  } catch (error) {
    return [notice(failure(error), 'error'), other];
  }
}
