import * as vscode from 'vscode';
import type { HttpEndpoint } from '../../api/contract/endpoints.ts';
import { sentenceOf } from '../../connection/failure.ts';
import { accessLabel, accessOf, callOf } from '../../words/endpoints.ts';
import { searchByMeaning } from '../issues/search/meaning-picker.ts';
import { withoutLinks } from '../markdown.ts';
import type { Window } from '../window.ts';
import { accessIcon } from './items.ts';
import { openEndpoint } from './open-endpoint.ts';

interface EndpointChoice extends vscode.QuickPickItem {
  readonly endpoint: HttpEndpoint;
  /** The workspace folder that has its code. */
  readonly folder: string | undefined;
}

/** Searches endpoints by what a text means, those of this window first. */
export async function searchEndpoints({ connection, session }: Pick<Window, 'connection' | 'session'>) {
  const find = async (text: string, signal: AbortSignal): Promise<readonly EndpointChoice[] | undefined> => {
    const found: EndpointChoice[] = [];
    let isOffered = false;
    for (const scope of connection.scopes) {
      const endpoints = await connection.use(signal, (api) => api.search.endpoints(text, signal), scope);
      isOffered ||= endpoints !== undefined;
      for (const endpoint of endpoints ?? []) {
        const open = session.folders.find(({ repositoryId }) => repositoryId === endpoint.repositoryId);
        found.push({ ...choiceOf(endpoint, open === undefined), endpoint, folder: open?.uri });
      }
    }
    if (!isOffered) return undefined;
    return [...found.filter(({ folder }) => folder), ...found.filter(({ folder }) => !folder)];
  };
  await searchByMeaning<EndpointChoice>({
    title: vscode.l10n.t('Search Endpoints by Meaning'),
    placeholder: vscode.l10n.t('Describe what you look for: what it does, its path, how it is protected'),
    examples: [
      vscode.l10n.t('file upload without authentication'),
      vscode.l10n.t('change a password'),
      vscode.l10n.t('only administrators'),
    ],
    find,
    open: async ({ endpoint, folder }) => {
      if (folder !== undefined) return await openEndpoint({ endpoint, folder }, false);
      const place = `${endpoint.file}:${endpoint.line}`;
      void vscode.window.showInformationMessage(
        withoutLinks(
          vscode.l10n.t(
            '{0} is in the repository {1}, which is not open here: {2}',
            callOf(endpoint),
            endpoint.repositoryName,
            place,
          ),
        ),
      );
    },
    instead: {
      label: vscode.l10n.t('Show the Endpoints view'),
      run: async () => {
        await vscode.commands.executeCommand('parapet.endpoints.focus');
      },
    },
    failure: sentenceOf,
  });
}

function choiceOf(endpoint: HttpEndpoint, isElsewhere: boolean): vscode.QuickPickItem {
  const access = accessOf(endpoint);
  const parts = [accessLabel(access), `${endpoint.file}:${endpoint.line}`];
  return {
    label: callOf(endpoint),
    description: [...parts, ...(isElsewhere ? [endpoint.repositoryName] : [])].join(' · '),
    iconPath: accessIcon(access),
  };
}
