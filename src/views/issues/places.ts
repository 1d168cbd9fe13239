import type * as vscode from 'vscode';
import { Placement } from '../../workspace/placement.ts';
import type { IssueStore } from './issue-store.ts';
import { keyOfUri, uriOf } from './locations.ts';

/** Keeps the places of the store's issues true to the files as they are now. */
export function trackPlaces(store: IssueStore): vscode.Disposable {
  const codeOf = (file: vscode.Uri) => {
    const key = keyOfUri(file);
    return key === undefined
      ? []
      : store.ofFile(key).map(({ issue, indent }) => (indent === undefined ? issue : { ...issue, indent }));
  };
  const placement = new Placement(codeOf, (places) => store.place(places));
  const subscription = store.onChange(({ files }) => {
    for (const key of files) {
      const issues = store.ofFile(key);
      const unchecked = issues.find(({ place }) => place.kind === 'unchecked');
      if (!unchecked) continue;
      placement.follow();
      placement.place(uriOf(unchecked.folder, unchecked.issue.file));
    }
  });
  return {
    dispose: () => {
      subscription.dispose();
      placement.dispose();
    },
  };
}
