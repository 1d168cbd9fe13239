import assert from 'node:assert/strict';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Analyzer, SourceFile } from '../../../src/engine/analysis.ts';
import { readCorpus } from '../../support/corpus.ts';
import { newAnalyzer } from '../../support/engine.ts';
import { tries } from '../../support/thorough.ts';
import { applyEdit, type Edit, edit } from './edits.ts';
import { javaProject, pythonProject, scriptProject } from './projects.ts';

/** No limit of time, so that a busy machine changes nothing. */
const limits = { parseSteps: 1e9 };

/** Everything that is reported, each on a line, in an order of its own. */
async function reported(
  analyzer: Analyzer,
  files: readonly SourceFile[],
  removed: readonly string[] = [],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const lines: string[] = [];
  await analyzer.analyse(
    { files, fileCount: files.length, removed },
    (event) => {
      if (event.type === 'finding') lines.push(JSON.stringify(event.finding));
      else if (event.type === 'skip') lines.push(JSON.stringify(event.skip));
    },
    signal,
  );
  return lines.toSorted();
}

const asFiles = (project: ReadonlyMap<string, string>): readonly SourceFile[] =>
  [...project].map(([path, text]) => ({ path, text }));

async function fresh(project: ReadonlyMap<string, string>): Promise<readonly string[]> {
  return reported(await newAnalyzer({ limits }), asFiles(project));
}

async function assertEqualAfterEdits(files: readonly SourceFile[], edits: readonly Edit[]): Promise<void> {
  const project = new Map(files.map(({ path, text }) => [path, text]));
  const analyzer = await newAnalyzer({ limits });
  await reported(analyzer, files);
  for (const one of edits) {
    const change = applyEdit(one, project, files);
    const kept = await reported(analyzer, change.files, change.removed);
    assert.deepEqual(kept, await fresh(project), `after ${JSON.stringify(one)}`);
  }
}

const edits = fc.array(edit, { minLength: 1, maxLength: 8 });

/** Analyses after each of these edits one by one; said in full because a wrong place here is the worst that can happen. */
async function afterChange(files: readonly SourceFile[], path: string, change: (text: string) => string) {
  const project = new Map(files.map((file) => [file.path, file.text]));
  const analyzer = await newAnalyzer({ limits });
  const before = await reported(analyzer, files);
  const old = project.get(path) as string;
  const text = change(old);
  assert.notEqual(text, old, 'the edit changes something');
  project.set(path, text);
  const after = await reported(analyzer, [{ path, text }]);
  assert.deepEqual(after, await fresh(project));
  return { before, after };
}

describe('an analysis after an edit', function () {
  this.timeout(120_000);

  for (const [language, files] of [
    ['JavaScript', scriptProject],
    ['Python', pythonProject],
    ['Java', javaProject],
  ] as const) {
    it(`reports what a fresh one does, whatever the edits: ${language}`, async () => {
      await fc.assert(
        fc.asyncProperty(edits, (list) => assertEqualAfterEdits(files, list)),
        tries(25),
      );
    });
  }

  for (const language of ['javascript', 'python', 'java']) {
    it(`reports what a fresh one does in projects of the corpora: ${language}`, async () => {
      const cases = await readCorpus(join(import.meta.dirname, '../../corpora'), language);
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...cases), edits, (test, list) =>
          assertEqualAfterEdits(test.files, list),
        ),
        tries(25),
      );
    });
  }

  it('moves findings of functions whose code stayed the same', async () => {
    const { before, after } = await afterChange(scriptProject, 'lib/run.js', (text) => `// a\n// b\n${text}`);
    assert.equal(after.length, before.length);
    assert.notDeepEqual(after, before);
  });

  it('forgets what a handler left in what outlives it', async () => {
    const files = scriptProject.map(({ path, text }) => ({
      path,
      text: text.replace("require('express')", "framework('express')"),
    }));
    const { before, after } = await afterChange(files, 'app.js', (old) =>
      old.replace('[req.query.a, req.query.b]', '[req.query.a, "b"]'),
    );
    assert.equal(after.length, before.length);
  });

  it('sees what is declared around a mistake of the syntax', async () => {
    const files = javaProject.map(({ path, text }) => ({
      path,
      text: text.replace('public class Texts {', 'publicX class Texts {'),
    }));
    const { before, after } = await afterChange(files, 'src/shop/Texts.java', (old) =>
      old.replace('String escape(', 'String unescape('),
    );
    assert.equal(after.length, before.length + 1);
  });

  it('finds what a route lets through now', async () => {
    const views = `import os
import tornado.web
class Post(tornado.web.RequestHandler):
    def get(self, name):
        os.system('show ' + name)
`;
    const text = `import tornado.web
from views import Post
def application():
    return tornado.web.Application([(r'/post/(\\d+)', Post)])
`;
    const files = [
      { path: 'views.py', text: views },
      { path: 'app.py', text },
    ];
    const { before, after } = await afterChange(files, 'app.py', (old) => old.replace('\\d+', '.+'));
    assert.equal(before.length, 0);
    assert.equal(after.length, 1);
  });

  it('finds what a decorator lets through now', async () => {
    const checks = `import re
def valid(view):
    def wrapper(slug):
        if not re.fullmatch('[a-z]+', slug):
            return '', 404
        return view(slug)
    return wrapper
`;
    const text = `import os
from flask import Flask
from checks import valid
app = Flask(__name__)
@app.route('/<slug>')
@valid
def show(slug):
    os.system('show ' + slug)
`;
    const files = [
      { path: 'app.py', text },
      { path: 'checks.py', text: checks },
    ];
    const { before, after } = await afterChange(files, 'checks.py', (old) => old.replace('[a-z]+', '.+'));
    assert.equal(before.length, 0);
    assert.equal(after.length, 1);
  });

  it('finds what an argument of a program may be now', async () => {
    const text = `import argparse
import os
def run(options):
    os.system('sleep ' + options.pause)
def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--pause', choices=['1', '2'])
    options = parser.parse_args()
    run(options)
`;
    const files = [{ path: 'tool.py', text }];
    const { before, after } = await afterChange(files, 'tool.py', (old) =>
      old.replace("choices=['1', '2']", "default='1'"),
    );
    assert.equal(before.length, 0);
    assert.equal(after.length, 1);
  });

  it('finds what a nested function that closes over nothing does now', async () => {
    const files = [
      {
        path: 'a.js',
        text: `const { exec } = require('child_process');
function outer(app) {
  app.get('/', (req, res) => {
    res.end('fine');
  });
}
module.exports = outer(require('express')());
`,
      },
    ];
    const { before, after } = await afterChange(files, 'a.js', (text) =>
      text.replace(`res.end('fine')`, 'exec(req.query.x)'),
    );
    assert.equal(before.length, 0);
    assert.equal(after.length, 1);
  });

  it('forgets a route that is no longer registered', async () => {
    const { before, after } = await afterChange(scriptProject, 'app.js', (text) =>
      text.replace(`router.get('/late', late);`, ''),
    );
    assert.equal(after.length, before.length - 1);
  });

  it('keeps what initialisers of fields do', async () => {
    const { before, after } = await afterChange(scriptProject, 'lib/run.js', (text) =>
      text.replace(`exec('open ' + this.name);`, `exec('open it');`),
    );
    assert.equal(before.filter((line) => line.includes('weak-hash')).length, 1);
    assert.equal(after.filter((line) => line.includes('weak-hash')).length, 1);
  });

  it('follows a constructor that changed', async () => {
    const { before, after } = await afterChange(scriptProject, 'lib/run.js', (text) =>
      text.replace('this.name = name;', `this.name = 'a';`),
    );
    assert.ok(after.length < before.length);
  });

  it('follows a function in a circle of calls', async () => {
    const { before, after } = await afterChange(scriptProject, 'lib/run.js', (text) =>
      text.replace(`return exec(text);`, `return text;`),
    );
    assert.equal(after.length, before.length - 1);
  });

  it('shows the places of a flow through a caller of what was edited', async () => {
    const files = [
      {
        path: 'a.py',
        text: `import os
from flask import request


def run(text):
    os.system(text)


def middle(text):
    run("x " + text)


def handle():
    middle(request.args["a"])
`,
      },
    ];
    await afterChange(files, 'a.py', (text) => text.replace('"x " + text', '"much longer " + text'));
  });

  it('forgets that the project is a library once its manifest is gone', async () => {
    const analyzer = await newAnalyzer({ limits });
    const project = new Map(scriptProject.map(({ path, text }) => [path, text]));
    const before = await reported(analyzer, scriptProject);
    project.delete('package.json');
    const after = await reported(analyzer, [], ['package.json']);
    assert.deepEqual(after, await fresh(project));
    assert.ok(after.length < before.length);
  });

  it('shows the flow that was seen first where data left by others shows one more', async () => {
    const path = 'src/shop/FindServlet.java';
    const files = javaProject.map((file) =>
      file.path === path
        ? { path, text: file.text.replace('String name =', 'repository.find(last);\n    String name =') }
        : file,
    );
    const analyzer = await newAnalyzer({ limits });
    const first = await reported(analyzer, files);
    assert.ok(first.some((line) => line.includes('sql-injection')));
    assert.deepEqual(await reported(analyzer, []), first);
    await afterChange(files, path, (text) => text.replace('name, 3', 'name, 4'));
    await afterChange(javaProject, path, () => (files.find((file) => file.path === path) as SourceFile).text);
  });

  it('sees a class change that stands between statements outside of any class', async () => {
    const text = `helper(1);
class Jobs {
  private String name;
  Jobs(String name) { this.name = name; }
  String name() { return name; }
}
class Handler extends javax.servlet.http.HttpServlet {
  protected void doGet(javax.servlet.http.HttpServletRequest request, javax.servlet.http.HttpServletResponse response) throws java.io.IOException {
    Runtime.getRuntime().exec("x " + new Jobs(request.getParameter("n")).name());
  }
}
`;
    const { before, after } = await afterChange([{ path: 'Jobs.java', text }], 'Jobs.java', (old) =>
      old.replace('  Jobs(String name) { this.name = name; }\n', ''),
    );
    assert.equal(before.length, 1);
    assert.equal(after.length, 0);
  });

  it('sees what classes call while they are set up, whether that still means the same or not', async () => {
    const path = 'Digests.java';
    const text = `import java.security.MessageDigest;

class Digests {
  static final MessageDigest SHARED = make("SHA-256");

  static MessageDigest make(String name) {
    return checked(name);
  }

  static MessageDigest checked(String name) {
    try {
      return MessageDigest.getInstance(name(name));
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  static String name(String name) {
    return named(name);
  }

  static String named(String name) {
    return deepest(name);
  }

  static String deepest(String name) {
    return name;
  }
}
`;
    const files = [{ path, text }];
    for (const place of ['checked(name)', 'named(name)', 'deepest(name)', 'name']) {
      const same = await afterChange(files, path, (old) =>
        old.replace(`return ${place};`, `int edited = 1;\n    return ${place};`),
      );
      assert.deepEqual(same.after, same.before);
      await afterChange(files, path, (old) => old.replace(`return ${place};`, 'return null;'));
    }
    const { before, after } = await afterChange(files, path, (old) =>
      old.replace('getInstance(name(name))', 'getInstance("MD5")'),
    );
    assert.ok(after.length > before.length);
  });

  it('comes out the same when nothing changed', async () => {
    for (const files of [scriptProject, pythonProject, javaProject]) {
      const analyzer = await newAnalyzer({ limits });
      const first = await reported(analyzer, files);
      assert.ok(first.length >= 3);
      assert.deepEqual(await reported(analyzer, []), first);
      assert.deepEqual(await reported(analyzer, files), first);
    }
  });
});

describe('an analysis that was cancelled', function () {
  this.timeout(60_000);

  for (const [language, files] of [
    ['JavaScript', scriptProject],
    ['Python', pythonProject],
    ['Java', javaProject],
  ] as const) {
    it(`is made up for by the next one: ${language}`, async () => {
      const project = new Map(files.map(({ path, text }) => [path, text]));
      const expected = await fresh(project);
      await fc.assert(
        fc.asyncProperty(fc.nat({ max: 25 }), async (events) => {
          const analyzer = await newAnalyzer({ limits });
          const abort = new AbortController();
          let seen = 0;
          const cancelled = analyzer.analyse(
            { files, fileCount: files.length },
            () => {
              if (seen++ === events) abort.abort(new Error('enough'));
            },
            abort.signal,
          );
          await cancelled.catch((error: unknown) => assert.equal((error as Error).message, 'enough'));
          assert.deepEqual(await reported(analyzer, files), expected);
        }),
        tries(15),
      );
    });
  }

  it('gives up with the reason of the signal', async () => {
    const analyzer = await newAnalyzer({ limits });
    const reason = new Error('closed');
    await assert.rejects(
      reported(analyzer, scriptProject, [], AbortSignal.abort(reason)),
      (error) => error === reason,
    );
  });

  it('is made up for when the one before it had ended', async () => {
    const analyzer = await newAnalyzer({ limits });
    const project = new Map(scriptProject.map(({ path, text }) => [path, text]));
    await reported(analyzer, scriptProject);
    const text = `// moved\n${(project.get('app.js') as string).replace('clean(req.query.target)', 'req.query.target')}`;
    project.set('app.js', text);
    const abort = new AbortController();
    const change = { files: [{ path: 'app.js', text }], fileCount: 1 };
    await assert.rejects(
      analyzer.analyse(
        change,
        (event) => {
          if (event.type === 'progress' && event.phase === 'solving') abort.abort();
        },
        abort.signal,
      ),
    );
    assert.deepEqual(await reported(analyzer, []), await fresh(project));
  });
});
