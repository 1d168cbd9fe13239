import assert from 'node:assert/strict';
import { fixed, obstacle } from './support.ts';

const view = (imports: string, line: string): string =>
  `from flask import Flask, request, redirect\n${imports}\napp = Flask(__name__)\n\n\n@app.route("/")\ndef view():\n    ${line}\n    return ""\n`;

describe('fixes of Python', () => {
  const sqlite = 'import sqlite3\ndb = sqlite3.connect("a.db")';

  for (const [what, imports, before, after] of [
    [
      'a sum',
      sqlite,
      `db.execute("SELECT * FROM t WHERE a = '" + request.args["a"] + "'")`,
      `db.execute("SELECT * FROM t WHERE a = ?", (request.args["a"],))`,
    ],
    [
      'a formatted literal',
      sqlite,
      `db.execute(f"SELECT * FROM t WHERE a = '{request.args['a']}' AND b = 1")`,
      `db.execute("SELECT * FROM t WHERE a = ? AND b = 1", (request.args['a'],))`,
    ],
    [
      'a percent format',
      sqlite,
      `db.execute("SELECT * FROM t WHERE a = %s AND c LIKE 'x%%'" % request.args["a"])`,
      `db.execute("SELECT * FROM t WHERE a = ? AND c LIKE 'x%'", (request.args["a"],))`,
    ],
    [
      'places of another driver',
      'import psycopg2\ndb = psycopg2.connect("").cursor()',
      `db.execute("SELECT * FROM t WHERE c LIKE 'x%' AND a = " + request.args["a"])`,
      `db.execute("SELECT * FROM t WHERE c LIKE 'x%%' AND a = %s", (request.args["a"],))`,
    ],
    [
      'a word that follows at once',
      sqlite,
      `db.execute("SELECT * FROM t WHERE a='" + request.args["a"] + "'AND b=1")`,
      `db.execute("SELECT * FROM t WHERE a=? AND b=1", (request.args["a"],))`,
    ],
    [
      'names of SQLAlchemy',
      'from sqlalchemy import create_engine, text\ndb = create_engine("").connect()',
      `db.execute(text("SELECT * FROM t WHERE a = '" + request.args["a"] + "'"))`,
      `db.execute(text("SELECT * FROM t WHERE a = :a").bindparams(a=request.args["a"]))`,
    ],
  ] as const) {
    it(`binds ${what}`, async () => {
      const text = view(imports, before);
      assert.equal(
        await fixed('app.py', text, 'sql-injection'),
        text.replace(before, () => after),
      );
    });
  }

  it('takes the driver from the module that the file has its connection from', async () => {
    const text = view(
      'from .store import cursor',
      'cursor().execute("SELECT * FROM t WHERE a = " + request.args["a"])',
    );
    const store = {
      path: 'store.py',
      text: 'import sqlite3\n\n\ndef cursor():\n    return sqlite3.connect("a").cursor()\n',
    };
    const result = await fixed('app.py', text, 'sql-injection', [store]);
    assert.ok(result.includes('execute("SELECT * FROM t WHERE a = ?", (request.args["a"],))'), result);
  });

  it('says when the driver is not known', async () => {
    const text = view(
      'from .store import cursor',
      'cursor().execute("SELECT * FROM t WHERE a = " + request.args["a"])',
    );
    assert.match(await obstacle('app.py', text, 'sql-injection'), /driver/);
  });

  for (const [what, before, after] of [
    [
      'os.system',
      'os.system("ping -c 1 " + request.args["h"])',
      'subprocess.call(["ping", "-c", "1", request.args["h"]])',
    ],
    [
      'a shell of subprocess',
      'subprocess.run(f"ls {request.args[\'d\']}", shell=True, check=True)',
      'subprocess.run(["ls", request.args[\'d\']], check=True)',
    ],
    [
      'sh -c',
      'subprocess.run(["sh", "-c", "ls " + request.args["d"]])',
      'subprocess.run(["ls", request.args["d"]])',
    ],
    [
      'a pipe, by quoting',
      'os.system("cat " + request.args["f"] + " | wc -l")',
      'os.system("cat " + shlex.quote(request.args["f"]) + " | wc -l")',
    ],
  ] as const) {
    it(`mends a command: ${what}`, async () => {
      const result = await fixed('app.py', view('import os\nimport subprocess', before), 'command-injection');
      assert.ok(result.includes(`    ${after}\n`), result);
    });
  }

  it('leaves a command that comes whole from outside to a person', async () => {
    assert.match(
      await obstacle('app.py', view('import os', 'os.system(request.args["c"])'), 'command-injection'),
      /whole command/,
    );
  });

  for (const [vulnClass, imports, before, after] of [
    [
      'path-traversal',
      '',
      'open("/srv/docs/" + request.args["f"])',
      'open(path_within("/srv/docs", request.args["f"]))',
    ],
    [
      'open-redirect',
      '',
      'return redirect(request.args["next"])',
      'return redirect(local_path(request.args["next"]))',
    ],
    ['weak-hash', 'import hashlib', 'hashlib.md5(b"x").hexdigest()', 'hashlib.sha256(b"x").hexdigest()'],
    [
      'tls-verification-disabled',
      'import requests',
      'requests.get("https://a", verify=False)',
      'requests.get("https://a", verify=True)',
    ],
    ['weak-random', 'import random', 'token = random.choice("abc")', 'token = secrets.choice("abc")'],
    [
      'unsafe-deserialization',
      'import yaml',
      'yaml.load(request.data, Loader=yaml.Loader)',
      'yaml.safe_load(request.data)',
    ],
  ] as const) {
    it(`mends ${vulnClass}`, async () => {
      const result = await fixed('app.py', view(imports, before), vulnClass);
      assert.ok(result.includes(`    ${after}\n`), result);
    });
  }

  it('imports what it needs once, in its place', async () => {
    const result = await fixed(
      'app.py',
      view('import os\nimport sys', 'os.system("ping " + request.args["h"])'),
      'command-injection',
    );
    assert.ok(
      result.startsWith('from flask import Flask, request, redirect\nimport subprocess\nimport sys\n'),
      result,
    );
  });

  it('keeps pickles to a person: another format is no mechanical change', async () => {
    assert.match(
      await obstacle('app.py', view('import pickle', 'pickle.loads(request.data)'), 'unsafe-deserialization'),
      /format/,
    );
  });

  for (const [vulnClass, imports, before, after] of [
    [
      'code-injection',
      'import os',
      'ids = list(eval(request.args["ids"]))',
      'ids = list(ast.literal_eval(request.args["ids"]))',
    ],
    [
      'unsafe-deserialization',
      'import io\nimport numpy as np',
      'np.load(io.BytesIO(request.data), allow_pickle=True)',
      'np.load(io.BytesIO(request.data), allow_pickle=False)',
    ],
    [
      'unsafe-deserialization',
      'import io\nimport torch',
      'torch.load(io.BytesIO(request.data))',
      'torch.load(io.BytesIO(request.data), weights_only=True)',
    ],
    [
      'insecure-temporary-file',
      'import tempfile',
      'name = tempfile.mktemp(suffix=".csv")',
      'name = tempfile.NamedTemporaryFile(delete=False, suffix=".csv").name',
    ],
  ] as const) {
    it(`mends ${vulnClass}: ${after}`, async () => {
      const result = await fixed('app.py', view(imports, before), vulnClass);
      assert.ok(result.includes(`    ${after}\n`), result);
    });
  }

  it('leaves formulas to a person: they are meant to be computed', async () => {
    await obstacle('app.py', view('import os', 'eval(request.args["formula"])'), 'code-injection');
  });
});
