import assert from 'node:assert/strict';
import { analyse } from '../../../support/engine.ts';

async function lines(path: string, ...text: string[]): Promise<readonly number[]> {
  const { findings } = await analyse([{ path, text: text.join('\n') }]);
  return findings
    .filter(({ vulnClass }) => vulnClass === 'sql-injection')
    .map(({ range }) => range.startLine)
    .toSorted((a, b) => a - b);
}

const express = [
  "const app = require('express')();",
  "const { Pool } = require('pg');",
  'const pool = new Pool();',
] as const;

describe('validators', () => {
  it('are guards by what their schema says of each field', async () => {
    const found = await lines(
      'app.js',
      ...express,
      "const { z } = require('zod');",
      "const schema = z.object({ sort: z.enum(['a', 'b']), page: z.number(), q: z.string() });",
      "app.get('/', (req, res) => {",
      '  const query = schema.parse(req.query);',
      '  pool.query(`SELECT * FROM t ORDER BY ${query.sort} OFFSET ${query.page}`);',
      "  pool.query(`SELECT * FROM t WHERE q = '${query.q}'`);",
      '});',
    );
    assert.deepEqual(found, [9]);
  });

  it('guard the handler that they stand before, and no other', async () => {
    const found = await lines(
      'app.js',
      ...express,
      "const { param, validationResult } = require('express-validator');",
      'const valid = (req, res, next) => (validationResult(req).isEmpty() ? next() : res.sendStatus(400));',
      "app.get('/a/:id', param('id').isInt(), valid, (req, res) => pool.query(`SELECT * FROM t WHERE id = ${req.params.id}`));",
      "app.get('/b/:id', param('id').isLength({ max: 9 }), valid, (req, res) => pool.query(`SELECT * FROM t WHERE id = ${req.params.id}`));",
    );
    assert.deepEqual(found, [7]);
  });

  it('whose results nobody asks for clear nothing', async () => {
    const found = await lines(
      'app.js',
      ...express,
      "const { param } = require('express-validator');",
      "app.get('/a/:id', param('id').isInt(), (req, res) => pool.query(`SELECT * FROM t WHERE id = ${req.params.id}`));",
      "app.get('/b/:id', param('id').toInt(), (req, res) => pool.query(`SELECT * FROM t WHERE id = ${req.params.id}`));",
    );
    assert.deepEqual(found, [5]);
  });

  it('of a model hold where its fields are read', async () => {
    const found = await lines(
      'app.py',
      'from fastapi import FastAPI, Depends',
      'from pydantic import BaseModel, Field',
      'import sqlite3',
      'app = FastAPI()',
      'class Filter(BaseModel):',
      '    limit: int',
      '    code: str = Field(pattern="^[A-Z]{3}$")',
      '    name: str',
      'def term(q: str = ""):',
      '    return q.strip()',
      '@app.post("/")',
      'def find(f: Filter, q: str = Depends(term)):',
      '    db = sqlite3.connect("x.db")',
      '    db.execute(f"SELECT * FROM t WHERE code = \'{f.code}\' LIMIT {f.limit}")',
      '    db.execute(f"SELECT * FROM t WHERE name = \'{f.name}\'")',
      '    db.execute(f"SELECT * FROM t WHERE q = \'{q}\'")',
    );
    assert.deepEqual(found, [15, 16]);
  });
});
