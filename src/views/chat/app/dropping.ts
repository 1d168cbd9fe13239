import { useEffect, useState } from 'preact/hooks';
import { tell } from './host.ts';

/** What the editor calls a row of the issue tree that is dragged. */
const issueTree = 'application/vnd.code.tree.parapet.issues';
const uriLists = ['application/vnd.code.uri-list', 'text/uri-list'];
const issueHandle = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** Takes files and issues that are dropped anywhere on the page. @returns whether something is held over it */
export function useDropping(isEnabled: boolean): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    if (!isEnabled) return;
    const over = (event: DragEvent) => {
      if (!event.dataTransfer || !isWanted(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer || !isWanted(event.dataTransfer)) return;
      event.preventDefault();
      const { uris, issueIds } = readDrop((type) => event.dataTransfer?.getData(type) ?? '');
      if (uris.length + issueIds.length > 0) tell({ type: 'drop', uris, issueIds });
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [isEnabled]);
  return isOver;
}

function isWanted({ types }: DataTransfer): boolean {
  return types.some((type) => type === issueTree || uriLists.includes(type));
}

function readDrop(dataOf: (type: string) => string): {
  readonly uris: string[];
  readonly issueIds: string[];
} {
  const issueIds = handlesIn(dataOf(issueTree)).flatMap((handle) => issueHandle.exec(handle)?.[1] ?? []);
  const list = uriLists.map(dataOf).find((text) => text !== '') ?? '';
  const uris = list.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  return { uris: [...new Set(uris)].slice(0, 100), issueIds: [...new Set(issueIds)].slice(0, 100) };
}

/** The editor names dragged rows as `{"id": …, "itemHandles": ["1/<id>"]}`. */
function handlesIn(json: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || !('itemHandles' in value)) return [];
    return Array.isArray(value.itemHandles) ? value.itemHandles.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
