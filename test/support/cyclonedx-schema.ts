import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import * as z from 'zod';
import { type CycloneDxVersion, cycloneDxVersions } from '../../src/api/bom/cyclonedx.ts';

/** The official schemas of CycloneDX, as its own library ships them. */
const validators = (() => {
  const library = path.dirname(
    createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'),
  );
  const schema = (name: string): object =>
    z
      .record(z.string(), z.unknown())
      .parse(
        JSON.parse(readFileSync(path.join(library, 'res/schema', `${name}.SNAPSHOT.schema.json`), 'utf8')),
      );
  return new Map(
    cycloneDxVersions.map((version) => {
      const ajv = new Ajv({ strict: false, allErrors: true });
      addFormats.default(ajv);
      for (const format of ['iri-reference', 'idn-email']) ajv.addFormat(format, true);
      for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
        ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
      return [version, ajv.compile(schema(`bom-${version}`))] as const;
    }),
  );
})();

/** Returns what the official schema finds wrong with a document. */
export function cycloneDxFaults(document: unknown, version: CycloneDxVersion = '1.6'): readonly string[] {
  const validate = validators.get(version);
  if (validate?.(document)) return [];
  return (validate?.errors ?? []).map(({ instancePath, message }) => `${instancePath}: ${message}`);
}
