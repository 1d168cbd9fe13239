import * as vscode from 'vscode';
import type { Upload } from './upload-consent.ts';
import { bytesText, leftOutText } from './words.ts';

type Item = vscode.QuickPickItem & { readonly answer?: 'send' | 'stay' };

/** Shows exactly what would be sent, with its sizes and what stays here, and asks. */
export async function askUpload(upload: Upload, signal: AbortSignal): Promise<boolean> {
  const picker = vscode.window.createQuickPick<Item>();
  const onAbort = () => picker.hide();
  try {
    const count = upload.files.length;
    const bytes = bytesText(upload.files.reduce((sum, file) => sum + file.bytes, 0));
    picker.title =
      count === 1
        ? vscode.l10n.t('Send 1 file ({0}) to {1}?', bytes, upload.service)
        : vscode.l10n.t('Send {0} files ({1}) to {2}?', count, bytes, upload.service);
    picker.placeholder = vscode.l10n.t(
      'Asked once for {0}. “Parapet: Ask Again Before Sending Code” takes a yes back.',
      upload.repository.name,
    );
    picker.ignoreFocusOut = true;
    picker.matchOnDescription = true;
    picker.items = itemsOf(upload, bytes);
    // A key pressed too often must not send anything.
    picker.activeItems = picker.items.filter((item) => item.answer === 'stay');
    const answer = new Promise<boolean>((resolve) => {
      picker.onDidAccept(() => {
        const [picked] = picker.activeItems;
        // The files are there to be read; choosing one of them is no answer.
        if (picked?.answer) resolve(picked.answer === 'send');
      });
      picker.onDidHide(() => resolve(false));
    });
    signal.addEventListener('abort', onAbort, { once: true });
    picker.show();
    return (await answer) && !signal.aborted;
  } finally {
    signal.removeEventListener('abort', onAbort);
    picker.dispose();
  }
}

function itemsOf({ files, held }: Upload, bytes: string): Item[] {
  const count = files.length;
  return [
    {
      label:
        count === 1
          ? vscode.l10n.t('$(cloud-upload) Send this file')
          : vscode.l10n.t('$(cloud-upload) Send these {0} files', count),
      description: bytes,
      alwaysShow: true,
      answer: 'send',
    },
    { label: vscode.l10n.t('$(circle-slash) Send nothing'), alwaysShow: true, answer: 'stay' },
    { label: vscode.l10n.t('would be sent'), kind: vscode.QuickPickItemKind.Separator },
    ...files.map(({ path, bytes: size, detail }) => ({
      label: `$(file) ${path}`,
      description:
        detail === 'before'
          ? vscode.l10n.t('{0}, as it was before the change', bytesText(size))
          : bytesText(size),
    })),
    ...(held.length === 0
      ? []
      : [{ label: vscode.l10n.t('stays on this machine'), kind: vscode.QuickPickItemKind.Separator }]),
    ...held.map((one) => ({
      label: `$(lock) ${one.path}`,
      description: [leftOutText(one.reason), one.detail ?? ''].filter((part) => part !== '').join(': '),
    })),
  ];
}
