import * as vscode from 'vscode';
import type { IssueStore } from '../issues/issue-store.ts';
import type { IssueTally } from '../issues/issue-tally.ts';
import type { Session } from '../session.ts';
import { bugReport, type SettingFact } from './report.ts';

export interface BugReportParts {
  readonly extension: vscode.Extension<unknown>;
  readonly store: IssueStore;
  readonly tally: IssueTally;
  readonly session: Session;
  readonly isRemoteService: () => boolean;
}

/** Puts what a bug report needs, and nothing that is the user's own, into the clipboard. */
export async function copyDiagnostics(parts: BugReportParts): Promise<void> {
  const { extension, store, tally, session } = parts;
  const packageJson: unknown = extension.packageJSON;
  const report = bugReport({
    extension: String(field(packageJson, 'version')),
    editor: vscode.version,
    node: process.versions.node,
    platform: process.platform,
    architecture: process.arch,
    ui: vscode.env.uiKind === vscode.UIKind.Web ? 'web' : 'desktop',
    remote: vscode.env.remoteName,
    language: vscode.env.language,
    isTrusted: vscode.workspace.isTrusted,
    folders: vscode.workspace.workspaceFolders?.length ?? 0,
    service: parts.isRemoteService() ? 'elsewhere' : 'on this machine',
    activity: session.activity.kind,
    issues: {
      open: tally.all.open,
      all: store.size,
      byPlace: count([...store.all()].map(({ place }) => place.kind)),
    },
    scans: count(session.history.map(({ scan }) => scan.status)),
    settings: settingFacts(packageJson),
  });
  await vscode.env.clipboard.writeText(report);
  void vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Copied: versions, counts and names of settings, for you to read and to paste. No path, address or token is in it.',
    ),
  );
}

function count(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** All settings that the manifest contributes. */
function settingFacts(packageJson: unknown): SettingFact[] {
  const sections = field(field(packageJson, 'contributes'), 'configuration');
  const properties = (Array.isArray(sections) ? sections : []).flatMap((section: unknown) =>
    Object.entries(Object(field(section, 'properties'))),
  );
  return properties.map(([name, property]) => {
    const inspected = vscode.workspace.getConfiguration().inspect<unknown>(name);
    const workspace = inspected?.workspaceFolderValue ?? inspected?.workspaceValue;
    const offered = field(property, 'enum');
    return {
      name,
      setIn:
        workspace !== undefined ? 'workspace' : inspected?.globalValue !== undefined ? 'user' : undefined,
      value: workspace ?? inspected?.globalValue,
      offered: Array.isArray(offered) ? offered : [],
    };
  });
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
