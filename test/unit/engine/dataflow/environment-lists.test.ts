import assert from 'node:assert/strict';
import { analyse } from '../../../support/engine.ts';

const finds = async (path: string, text: string): Promise<boolean> =>
  (await analyse([{ path, text }])).findings.some(({ vulnClass }) => vulnClass === 'ssrf');

const javascript = (list: string, test: string): string => `
const app = require('express')();
const allowed = ${list};
app.get('/', async (req, res) => {
  const { host } = req.query;
  if (!${test}) return res.sendStatus(400);
  res.send(await fetch('https://' + host));
});`;

describe('lists that the environment holds', () => {
  for (const [what, list, test, isFound] of [
    ['a list', "(process.env.HOSTS ?? '').split(',')", 'allowed.includes(host)', false],
    ['a set', "new Set(process.env.HOSTS.split(','))", 'allowed.has(host)', false],
    ['a text, in which parts of names are found', 'process.env.HOSTS', 'allowed.includes(host)', true],
    ['a list that somebody else may make', "loadAllowed().split(',')", 'allowed.includes(host)', true],
  ] as const) {
    it(`${isFound ? 'are not' : 'are'} ${what} (JavaScript)`, async () => {
      assert.equal(await finds('app.js', javascript(list, test)), isFound);
    });
  }

  for (const [list, isFound] of [
    ['os.environ["HOSTS"].split(",")', false],
    ['os.getenv("HOSTS", "").split(",")', false],
    ['os.environ["HOSTS"]', true],
    ['request.args["hosts"].split(",")', true],
  ] as const) {
    it(`guard when ${list} is asked: ${!isFound} (Python)`, async () => {
      const text = `import os
import requests
from flask import Flask, request
app = Flask(__name__)
@app.route("/")
def view():
    allowed = ${list}
    host = request.args["host"]
    if host not in allowed:
        raise ValueError()
    return requests.get("https://" + host).text
`;
      assert.equal(await finds('app.py', text), isFound);
    });
  }
});
