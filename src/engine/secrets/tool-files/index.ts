import { databaseFiles } from './databases.ts';
import { packageFiles } from './packages.ts';
import { serverFiles } from './servers.ts';
import type { ToolFile } from './tool-file.ts';
import { transferFiles } from './transfer.ts';

export { anonymous, type ToolFile } from './tool-file.ts';

export const toolFiles: readonly ToolFile[] = [
  ...serverFiles,
  ...packageFiles,
  ...transferFiles,
  ...databaseFiles,
];
