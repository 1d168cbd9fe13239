import { exec } from 'node:child_process';
import express from 'express';
import queue from 'some-queue';

const app = express();

app.get('/compared', (req) => {
  queue.each(req.query.names, (name, index) => {
    if (name === 'all') return;
    exec(`stop ${name}`); // expect: command-injection
  });
});

app.get('/part', (req) => {
  queue.each(req.query.names, (name, index) => {
    if (name.length) exec(`stop ${name}`); // expect: command-injection
  });
});
