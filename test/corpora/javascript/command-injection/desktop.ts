import { app, BrowserWindow, ipcMain, shell } from 'electron';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exec, execFile } from 'node:child_process';

ipcMain.handle('read', async (_event, name: string) => readFile(path.join(app.getPath('userData'), name), 'utf8'));
ipcMain.handle('read-note', async (_event, id: number) => {
  if (!Number.isInteger(id)) throw new TypeError('id');
  return readFile(path.join(app.getPath('userData'), `${id}.txt`), 'utf8'); // ok: path-traversal
});
ipcMain.on('open', (_event, url: string) => {
  if (new URL(url).protocol === 'https:') shell.openExternal(url); // ok: command-injection
});
ipcMain.on('run', (_event, command: string) => {
  exec(command); // expect: command-injection
  execFile('git', ['log', '--', command]); // ok: command-injection
});
