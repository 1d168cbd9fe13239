import assert from 'node:assert/strict';
import { sqlStatement } from '../../../../src/engine/dataflow/values/sql-statements.ts';

describe('what SQL statements say of tables and columns', () => {
  const wholes = (text: string) => sqlStatement(text, true);

  it('knows which column an insertion puts which parameter into', () => {
    assert.deepEqual(wholes("INSERT INTO films (title, file, kind) VALUES (?, ?, 'dvd')"), {
      kind: 'write',
      table: 'films',
      columns: [
        { column: 'title', slot: { place: 0 } },
        { column: 'file', slot: { place: 1 } },
      ],
    });
    assert.deepEqual(wholes('insert or replace into "main".`Films` (file) values (:file)'), {
      kind: 'write',
      table: 'films',
      columns: [{ column: 'file', slot: { name: 'file' } }],
    });
    assert.deepEqual(wholes('INSERT INTO films SET ?'), {
      kind: 'write',
      table: 'films',
      columns: { place: 0 },
    });
  });

  it('counts parameters of an update that are part of an expression, and does not take them for what is stored', () => {
    assert.deepEqual(
      wholes('UPDATE films SET seen = seen + %s, title = %s, file = %(file)s WHERE number = %s'),
      {
        kind: 'write',
        table: 'films',
        columns: [
          { column: 'title', slot: { place: 1 } },
          { column: 'file', slot: { name: 'file' } },
        ],
      },
    );
    assert.deepEqual(wholes('UPDATE films SET file = $2, title = $1::text'), {
      kind: 'write',
      table: 'films',
      columns: [
        { column: 'file', slot: { place: 1 } },
        { column: 'title', slot: { place: 0 } },
      ],
    });
  });

  it('knows which columns are read, under which names', () => {
    assert.deepEqual(wholes('SELECT * FROM films WHERE number = 1'), { kind: 'readAll', table: 'films' });
    assert.deepEqual(
      wholes('SELECT f.file AS place, s.name, count(*) FROM films f JOIN shelves s ON s.id = f.shelf'),
      {
        kind: 'read',
        columns: [
          { name: 'place', table: 'films', column: 'file' },
          { name: 'name', table: 'shelves', column: 'name' },
          { name: '', table: '', column: '' },
        ],
      },
    );
  });

  it('says nothing of a column that may be of several tables', () => {
    assert.deepEqual(wholes('SELECT file FROM films JOIN shelves ON shelves.id = films.shelf'), {
      kind: 'read',
      columns: [{ name: 'file', table: '', column: '' }],
    });
  });

  it('needs all of what is written, or the statement says nothing', () => {
    assert.equal(sqlStatement('UPDATE films SET file = ?, ', false), undefined);
    assert.equal(sqlStatement('INSERT INTO films (file) VALUES (?, ', false), undefined);
    assert.equal(sqlStatement('SELECT file, ', false), undefined);
    assert.equal(wholes('DELETE FROM films'), undefined);
  });

  it('takes time in proportion to the text, whatever it is', () => {
    for (const part of [' A', '(', 'a,', 'FROM ', "'", '[', '. '])
      for (const head of ['INSERT ', 'INSERT INTO t (', 'UPDATE t SET ', 'SELECT ', 'SELECT a FROM ']) {
        const from = process.cpuUsage();
        wholes(head + part.repeat(1_000));
        assert.ok(process.cpuUsage(from).user < 200_000, `${head}${part}`);
      }
  });
});
