import assert from 'node:assert/strict';
import type { FoundEndpoint } from '../../src/engine/endpoints/endpoint.ts';
import { newAnalyzer } from './engine.ts';

/** A small program, and what its inventory says: `GET /users REQUIRED`; `?` where the path is not known. */
export interface Sample {
  readonly framework: string;
  readonly files: Readonly<Record<string, string>>;
  readonly endpoints: readonly string[];
}

const inShort = ({ methods, path, authentication }: FoundEndpoint): string =>
  [methods.join('|') || '*', path || '?', authentication].join(' ');

/** Tests that each program's inventory is what its sample says. */
export function testEndpoints(samples: readonly Sample[]): void {
  for (const { framework, files, endpoints } of samples)
    it(`knows ${framework}`, async () => {
      const found: FoundEndpoint[] = [];
      const analyzer = await newAnalyzer();
      const sources = Object.entries(files).map(([path, text]) => ({ path, text }));
      await analyzer.analyse({ files: sources, fileCount: sources.length }, (event) => {
        if (event.type === 'endpoints') found.push(...event.endpoints);
      });
      assert.deepEqual(found.map(inShort).toSorted(), endpoints);
    });
}
