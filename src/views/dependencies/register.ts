import * as vscode from 'vscode';
import { Failure } from '../../connection/failure.ts';
import type { Issues } from '../issues/register.ts';
import type { Window } from '../window.ts';
import { AdvisoryOffer } from './advisory-offer.ts';
import type { dependencyCommands } from './commands.ts';
import { Dependencies } from './dependencies.ts';
import { copyPackageUrl, copyUpgradeCommand, openAdvisory, openRegistry } from './dependency-actions.ts';
import type { DocumentParts } from './document-file.ts';
import { openVulnerability } from './grouping.ts';
import type { DependencyNode, Vulnerability } from './nodes.ts';
import { PackageHover } from './package-hover.ts';
import type { AdvisoryParts } from './update-advisories.ts';

/** Registers the view of dependencies, and what the editor says of them in manifests. */
export function registerDependencies(window: Window, { targets, details }: Issues): Dependencies {
  const { store, session, connection, context, version } = window;
  const dependencies = new Dependencies(window);
  const advisories: AdvisoryParts = {
    use: (signal, work) => connection.use(signal, (api) => work(api.advisories), undefined),
    isLocal: () => connection.remote === undefined,
  };
  const documents: DocumentParts = {
    session,
    store,
    version,
    use: (signal, work, folder) => connection.use(signal, work, folder),
  };
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
    'parapet.updateAdvisories': async (isDownload) =>
      (await import('./update-advisories.ts')).updateAdvisories(advisories, isDownload === true),
    'parapet.dependenciesRefresh': () => dependencies.reload(),
    'parapet.exportSbom': async (...args) => (await import('./export-sbom.ts')).exportSbom(documents, args),
    'parapet.exportVex': async (...args) => (await import('./export-vex.ts')).exportVex(documents, args),
    'parapet.importVex': async (...args) => (await import('./import-vex.ts')).importVex(documents, args),
  });
  const hover = new PackageHover({
    store,
    isScanned: () => session.latest.length > 0,
    packages: (folder) => dependencies.packages(folder),
  });
  const offer = new AdvisoryOffer({ session, isLocal: advisories.isLocal, memory: context.workspaceState });
  window.keep(dependencies, offer, vscode.languages.registerHoverProvider({ scheme: '*' }, hover));
  return dependencies;
}
