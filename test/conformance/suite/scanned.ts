import assert from 'node:assert/strict';
import {
  addLocalRepository,
  deleteRepositories,
} from '../../../src/api/contract/repositories/repositories.ts';
import { getScan, type ScanDetail, startScans } from '../../../src/api/contract/scans/scans.ts';
import { finishedScanStatuses } from '../../../src/api/contract/vocabulary.ts';
import { succeed, type Target } from './target.ts';

/** Two issues in one file: a command and a query built from what a visitor sent. */
export const vulnerable: Readonly<Record<string, string>> = {
  'server/app.js': `const express = require('express');
const { exec } = require('node:child_process');
const sqlite3 = require('sqlite3');

const app = express();
const db = new sqlite3.Database(':memory:');

app.get('/ping', (req, res) => {
  exec('ping -c 1 ' + req.query.host, (error, stdout) => res.type('text/plain').send(stdout));
});

app.get('/users', (req, res) => {
  db.all("SELECT * FROM users WHERE name = '" + req.query.name + "'", (error, rows) => res.json(rows));
});

app.listen(3000);
`,
  'README.md': '# A shop\n',
};

export async function addFolder(target: Target, files: Readonly<Record<string, string>>): Promise<string> {
  const path = await (target.makeFolder ?? assert.fail('scans no folders'))(files);
  return (await succeed(target, addLocalRepository, { path })).repository.id;
}

export async function scanToTheEnd(target: Target, repositoryId: string): Promise<ScanDetail> {
  const { scans } = await succeed(target, startScans, { repositoryIds: [repositoryId] });
  return ended(target, scans[0]?.id ?? assert.fail('no scan was started'));
}

export async function ended(target: Target, id: string): Promise<ScanDetail> {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    const { scan } = await succeed(target, getScan, { id });
    if (finishedScanStatuses.includes(scan.status)) return scan;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail('the scan did not end within 30 s');
}

export function forget(target: Target, ...repositoryIds: string[]) {
  return succeed(target, deleteRepositories, { repositoryIds });
}
