const { app, BrowserWindow, ipcMain, shell, dialog } = require('electron');
const { exec } = require('child_process');
const path = require('path');
const fs = require('fs');

app.whenReady().then(() => {
  const win = new BrowserWindow({ webPreferences: { nodeIntegration: false, contextIsolation: true, preload: path.join(__dirname, 'preload.js') } });
  win.loadFile('index.html');
});
ipcMain.handle('open', (_event, target) => {
  exec(`open ${target}`); // expect: command-injection
});
ipcMain.handle('list', async () => {
  exec('ls'); // ok: command-injection
});
ipcMain.on('read', (event, file) => {
  event.reply('content', fs.readFileSync(path.join(app.getPath('userData'), path.basename(file)), 'utf8')); // ok: path-traversal
});
void shell; void dialog;
