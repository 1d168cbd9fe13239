import assert from 'node:assert/strict';
import { packsOf, sinkPacks, sourcePacks } from '../../../../src/engine/packs/index.ts';
import { threatModels } from '../../../../src/engine/threat-models.ts';
import { newAnalyzer } from '../../../support/engine.ts';

/** By template and language: code with one sink of it. */
const examples: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'name-lookups': {
    python:
      'import socket\nfrom flask import request\ndef f():\n    socket.gethostbyname(request.args["a"])\n',
    javascript:
      "const dns = require('node:dns');\nrequire('express')().get('/', (req, res) => { dns.lookup(req.query.a, () => res.end()); });\n",
    java: javaWith('java.net.InetAddress.getByName(request.getParameter("a"));'),
  },
  'raw-connections': {
    python:
      'import asyncio\nfrom flask import request\nasync def f():\n    await asyncio.open_connection(request.args["a"], 80)\n',
  },
  'standard-streams': {
    python: 'from flask import request\ndef f():\n    print(request.args["a"])\n',
    javascript:
      "require('express')().get('/', (req, res) => { process.stdout.write(req.query.a); res.end(); });\n",
    java: javaWith('System.out.println(request.getParameter("a"));'),
  },
  warnings: {
    python: 'import warnings\nfrom flask import request\ndef f():\n    warnings.warn(request.args["a"])\n',
    javascript:
      "require('express')().get('/', (req, res) => { process.emitWarning(req.query.a); res.end(); });\n",
  },
};
const paths: Readonly<Record<string, string>> = { python: 'a.py', javascript: 'a.js', java: 'A.java' };

function javaWith(statement: string): string {
  return `import javax.servlet.http.*;
public class A extends HttpServlet {
  protected void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {
    ${statement}
  }
}
`;
}

describe('packs of the engine', function () {
  this.timeout(60_000);
  for (const pack of sinkPacks)
    for (const { id, libraries } of pack.templates)
      for (const library of libraries)
        it(`${pack.id}/${id} finds its sinks in ${library.library}, and nothing does without it`, async () => {
          const language = library.library.split('/')[0] ?? '';
          const text = examples[id]?.[language];
          assert.ok(text, `no example of ${id} in ${language}`);
          const found = async (isOn: boolean): Promise<readonly string[]> => {
            const analyzer = await newAnalyzer();
            const seen: string[] = [];
            const models = { digest: 'on', libraries: [], added: [{ definition: id, library }] };
            const files = [{ path: paths[language] ?? '', text }];
            await analyzer.analyse({ files, fileCount: 1, ...(isOn && { models }) }, (event) => {
              if (event.type === 'finding') seen.push(event.finding.vulnClass);
            });
            return seen;
          };
          const kinds = [...new Set(library.sinks?.map(({ kind }) => kind))];
          assert.deepEqual([await found(false), await found(true)], [[], kinds]);
        });

  it('have each threat model in one template', () => {
    const told = sourcePacks.flatMap(({ templates }) => templates.map(({ threatModel }) => threatModel));
    assert.deepEqual(told.toSorted(), [...threatModels].toSorted());
  });

  it('have ids that no other pack or template of their kind has', () => {
    for (const kind of ['rule', 'source', 'sink'] as const) {
      const ids = packsOf(kind).flatMap(({ id, templates }) => [
        id,
        ...templates.map((one) => `${id}/${one.id}`),
      ]);
      assert.deepEqual(ids, [...new Set(ids)]);
    }
  });
});
