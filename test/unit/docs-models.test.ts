import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TeamModels } from '../../src/engine/analysis.ts';
import type { Finding } from '../../src/engine/finding.ts';
import { readModel } from '../../src/service/analysis/files/models.ts';
import { expectationsIn } from '../support/corpus.ts';
import { newAnalyzer } from '../support/engine.ts';

interface Block {
  readonly language: string;
  readonly text: string;
}

const page = readFileSync(path.join(import.meta.dirname, '../../docs/models.md'), 'utf8');
const blocks: readonly Block[] = [...page.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(
  ([, language = '', text = '']) => ({ language, text }),
);

/** A block without `library:` goes on with the file before it. */
function modelFiles(): readonly string[] {
  const files: string[] = [];
  for (const { language, text } of blocks) {
    if (language !== 'yaml') continue;
    if (text.includes('library:')) files.push(text);
    else files.push(`${files.pop() ?? ''}\n${text}`);
  }
  return files;
}

const extensions: Readonly<Record<string, string>> = { python: 'py', javascript: 'js', java: 'java' };

describe('docs/models.md', () => {
  const read = modelFiles().map((text, i) => readModel(`${i}.yml`, text));
  const models: TeamModels = {
    digest: 'page',
    libraries: read.flatMap(({ library }) => (library ? [library] : [])),
  };
  const examples = blocks.filter(({ language }) => language in extensions);

  it('has models without a mistake, with a sink, a source, a sanitizer and a route', () => {
    assert.deepEqual(
      read.flatMap(({ problems }) => problems),
      [],
    );
    for (const section of ['sinks', 'sources', 'sanitizers', 'entries', 'callbacks'] as const)
      assert.ok(
        models.libraries.some((library) => (library[section]?.length ?? 0) > 0),
        section,
      );
    assert.ok(examples.length >= 6);
  });

  for (const [i, { language, text }] of examples.entries())
    it(`has an example ${i + 1} (${language}) that comes out as its comments say`, async () => {
      const file = { path: `example.${extensions[language]}`, text };
      const findings: Finding[] = [];
      const analyse = async (held?: TeamModels): Promise<void> => {
        findings.length = 0;
        await (await newAnalyzer()).analyse({ files: [file], fileCount: 1, models: held }, (event) => {
          if (event.type === 'finding') findings.push(event.finding);
        });
      };
      const expectations = expectationsIn(file);
      assert.ok(expectations.length > 0, 'it has comments');
      const due = expectations.filter((one) => one.due).map((one) => `${one.line} ${one.vulnClass}`);
      await analyse(models);
      assert.deepEqual(
        findings.map(({ range, vulnClass }) => `${range.startLine} ${vulnClass}`).toSorted(),
        due.toSorted(),
      );
      await analyse();
      assert.deepEqual(findings, [], 'it is the models that find it');
    });
});
