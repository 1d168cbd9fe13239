import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { IssueDetails } from '../issues/issue-details.ts';
import { advisoryUrl } from './advisory-links.ts';
import type { DependencyNode, Vulnerability } from './nodes.ts';
import { registryUrl } from './registry-links.ts';

/** What is done with one package or vulnerability, wherever it is shown. */

/** Opens the advisory at its publisher. @throws Failure where it has no page */
export async function openAdvisory({ dependency }: Vulnerability): Promise<void> {
  const { id, aliases } = dependency.advisory;
  const [url] = [id, ...aliases].flatMap((one) => advisoryUrl(one) ?? []);
  if (url === undefined)
    throw new Failure({ what: vscode.l10n.t('It is not known where {0} is published.', id) });
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}

/** Copies the command that upgrades the package. @throws Failure where no command does */
export async function copyUpgradeCommand(
  { issue, folder, dependency }: Vulnerability,
  details: IssueDetails,
): Promise<void> {
  const { howToFix } = await details.get(issue.id, AbortSignal.timeout(10_000), folder);
  if (howToFix?.command === undefined)
    throw new Failure({
      what: vscode.l10n.t('No single command upgrades {0} here.', dependency.name),
      advice: vscode.l10n.t('The details page says what to do.'),
      actions: [{ title: vscode.l10n.t('Show Details'), command: 'parapet.showDetails', args: [issue.id] }],
    });
  await copy(howToFix.command);
}

/** Copies the package URL of a row. */
export async function copyPackageUrl(node: DependencyNode): Promise<void> {
  const purl = packageOf(node)?.purl;
  if (purl === undefined)
    throw new Failure({ what: vscode.l10n.t('There is no package URL: the version is not known.') });
  await copy(purl);
}

/** Opens the package's page in the registry. @throws Failure where its ecosystem has none */
export async function openRegistry(node: DependencyNode): Promise<void> {
  const found = packageOf(node);
  const url = found && registryUrl(found.ecosystem, found.name);
  if (url === undefined)
    throw new Failure({ what: vscode.l10n.t('No public registry has a page of this package.') });
  await vscode.env.openExternal(vscode.Uri.parse(url, true));
}

function packageOf(
  node: DependencyNode,
): { readonly ecosystem: string; readonly name: string; readonly purl?: string | undefined } | undefined {
  switch (node.kind) {
    case 'vulnerable':
      return node.vulnerabilities[0].dependency;
    case 'vulnerability':
      return node.vulnerability.dependency;
    case 'package':
      return node.row;
    case 'folder':
    case 'group':
    case 'notice':
      return undefined;
  }
}

async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t('Copied {0}', text), 3_000);
}
