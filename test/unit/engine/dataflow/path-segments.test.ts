import assert from 'node:assert/strict';
import { analyse } from '../../../support/engine.ts';

/** Scores of what a handler does with its parameter, by weakness. */
async function scoresOf(route: string, parameter: string): Promise<Readonly<Record<string, boolean>>> {
  const { findings } = await analyse([
    {
      path: 'Files.java',
      text: `
import java.io.*;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.*;

@RestController
class Files {
  private JdbcTemplate jdbc;

  @GetMapping("${route}")
  public void read(${parameter} String name) throws Exception {
    new FileInputStream("/srv/files/" + name).close();
    jdbc.queryForList("SELECT * FROM files WHERE name = '" + name + "'");
  }
}`,
    },
  ]);
  return Object.fromEntries(findings.map(({ vulnClass, score }) => [vulnClass, score >= 70]));
}

describe('a variable of a route', () => {
  it('is no sure way out of a folder where it is one part of the path', async () => {
    const scores = { 'path-traversal': false, 'sql-injection': true };
    assert.deepEqual(await scoresOf('/files/{name}', '@PathVariable'), scores);
    assert.deepEqual(await scoresOf('/files/{file}', '@PathVariable("file")'), scores);
  });

  it('is one where it takes the rest of the path, has a pattern, or is a parameter of the request', async () => {
    const scores = { 'path-traversal': true, 'sql-injection': true };
    assert.deepEqual(await scoresOf('/files/{*name}', '@PathVariable'), scores);
    assert.deepEqual(await scoresOf('/files/{name:.+}', '@PathVariable'), scores);
    assert.deepEqual(await scoresOf('/files', '@RequestParam'), scores);
  });

  it('is one segment in Python, which is a way out where a folder is meant', async () => {
    const isAlarm = async (framework: string, route: string, use: string): Promise<readonly boolean[]> => {
      const text = `import os, shutil
from ${framework}
@app.get("${route}")
def handle(name: str):
    ${use}
`;
      const { findings } = await analyse([{ path: 'app.py', text }]);
      return findings
        .filter(({ vulnClass }) => vulnClass === 'path-traversal')
        .map(({ score }) => score >= 70);
    };
    const fastapi = 'fastapi import FastAPI\napp = FastAPI()';
    const flask = 'flask import Flask\napp = Flask(__name__)';
    const removed = 'os.remove("/srv/files/" + name)';
    assert.deepEqual(await isAlarm(fastapi, '/files/{name}', removed), [false]);
    assert.deepEqual(await isAlarm(flask, '/files/<name>', removed), [false]);
    assert.deepEqual(await isAlarm(flask, '/files/<string(length=2):name>', removed), [false]);
    assert.deepEqual(await isAlarm(fastapi, '/files/{name:path}', removed), [true]);
    assert.deepEqual(await isAlarm(flask, '/files/<path:name>', removed), [true]);
    assert.deepEqual(await isAlarm(fastapi, '/files', removed), [true]);
    assert.deepEqual(await isAlarm(flask, '/files/<name>', 'shutil.rmtree("/srv/files/" + name)'), [true]);
  });
});
