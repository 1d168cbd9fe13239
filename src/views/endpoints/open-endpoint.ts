import * as vscode from 'vscode';
import type { HttpEndpoint } from '../../api/contract/endpoints.ts';
import { Failure } from '../../connection/failure.ts';
import { mentionsOf, presentLine } from '../ai-components/mentions.ts';
import { codeColumn, uriOf } from '../issues/locations.ts';
import type { KnownEndpoint } from './known-endpoint.ts';

/** Opens the handler of an endpoint, where the file names it now. @throws Failure where the file is gone */
export async function openEndpoint({ endpoint, folder }: KnownEndpoint, isGlance: boolean): Promise<void> {
  const uri = uriOf(folder, endpoint.file);
  const document = await vscode.workspace.openTextDocument(uri).then(
    (opened) => opened,
    () => undefined,
  );
  if (!document)
    throw new Failure({
      what: vscode.l10n.t('{0} is no longer there: it was moved or deleted since the scan.', endpoint.file),
      advice: vscode.l10n.t('Scan the workspace again.'),
    });
  const { line, isFound } = handlerLine(document.getText(), endpoint);
  const at = new vscode.Position(line - 1, 0);
  await vscode.window.showTextDocument(document, {
    viewColumn: codeColumn(),
    selection: new vscode.Range(at, at),
    preserveFocus: isGlance,
    preview: true,
  });
  if (!isFound)
    vscode.window.setStatusBarMessage(
      `$(question) ${vscode.l10n.t('The handler is not in the file any more: its code changed since the scan.')}`,
      5_000,
    );
}

/** The 1-based line of the handler by its name, or of its path where it has none; where it was, if neither is there. */
export function handlerLine(
  text: string,
  { name, path, line }: Pick<HttpEndpoint, 'name' | 'path' | 'line'>,
): { readonly line: number; readonly isFound: boolean } {
  const handler = name.includes(' ') ? '' : (name.split('.').at(-1) ?? '');
  const lines = text.split('\n');
  if (handler === '') {
    // Of a mounted router, the file has the end of the path.
    const written = `/${path.split('/').at(-1) ?? ''}`;
    const isAt = (number: number): boolean => lines[number - 1]?.includes(written) === true;
    const offsets = [...lines.keys()].sort((a, b) => Math.abs(a + 1 - line) - Math.abs(b + 1 - line));
    const nearest = isAt(line) ? line : offsets.map((index) => index + 1).find(isAt);
    return { line: nearest ?? Math.min(line, lines.length), isFound: nearest !== undefined };
  }
  const component = { name: handler, line };
  return { line: presentLine(text, component), isFound: mentionsOf(text, component).length > 0 };
}
