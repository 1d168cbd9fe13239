import * as vscode from 'vscode';
import type { PageBundle } from '../page-document.ts';
import { readBundle } from '../page-html.ts';

/** The files of the details page, read once. */
export class PageFiles {
  readonly root: vscode.Uri;
  readonly options: vscode.WebviewOptions;
  #bundle: Promise<PageBundle | undefined> | undefined;

  constructor(extensionUri: vscode.Uri) {
    this.root = vscode.Uri.joinPath(extensionUri, 'dist', 'webviews');
    this.options = { enableScripts: true, localResourceRoots: [this.root] };
  }

  read(): Promise<PageBundle | undefined> {
    this.#bundle ??= readBundle(this.root, 'details');
    return this.#bundle;
  }
}
