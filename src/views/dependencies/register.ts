import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { Issues } from '../issues/register.ts';
import type { Window } from '../window.ts';
import type { dependencyCommands } from './commands.ts';
import { Dependencies } from './dependencies.ts';
import { copyPackageUrl, copyUpgradeCommand, openAdvisory, openRegistry } from './dependency-actions.ts';
import { openVulnerability } from './grouping.ts';
import type { DependencyNode, Vulnerability } from './nodes.ts';
import { PackageHover } from './package-hover.ts';

/** Registers the view of dependencies, and what the editor says of them in manifests. */
export function registerDependencies(window: Window, { targets, details }: Issues): Dependencies {
  const { store, session } = window;
  const dependencies = new Dependencies(window);
  const row = (args: readonly unknown[]): DependencyNode => {
    const chosen = dependencies.chosen(args);
    if (chosen) return chosen;
    throw new Failure({ what: vscode.l10n.t('No package is selected in the Dependencies view.') });
  };
  const vulnerability = (args: readonly unknown[]): Vulnerability => {
    const chosen = dependencies.chosen(args);
    if (chosen?.kind === 'vulnerable') return chosen.vulnerabilities[0];
    if (chosen?.kind === 'vulnerability') return chosen.vulnerability;
    const found = openVulnerability(targets.one(args));
    if (found) return found;
    throw new Failure({ what: vscode.l10n.t('This issue is not about a vulnerable package.') });
  };
  window.register<typeof dependencyCommands>({
    'parapet.dependencyOpen': (...args) => dependencies.open(args),
    'parapet.dependencyDetails': (...args) => dependencies.details(args),
    'parapet.dependencyWay': (...args) => dependencies.way(vulnerability(args)),
    'parapet.openAdvisory': (...args) => openAdvisory(vulnerability(args)),
    'parapet.copyUpgradeCommand': (...args) => copyUpgradeCommand(vulnerability(args), details),
    'parapet.copyPackageUrl': (...args) => copyPackageUrl(row(args)),
    'parapet.openRegistry': (...args) => openRegistry(row(args)),
    'parapet.dependenciesFilterByText': () => dependencies.search(),
    'parapet.dependenciesFilter': () => dependencies.filter(),
    'parapet.dependenciesClearFilter': () => dependencies.clearFilter(),
    'parapet.dependenciesRefresh': () => dependencies.reload(),
  });
  const hover = new PackageHover({
    store,
    isScanned: () => session.latest.length > 0,
    packages: (folder) => dependencies.packages(folder),
  });
  window.keep(dependencies, vscode.languages.registerHoverProvider({ scheme: '*' }, hover));
  return dependencies;
}
