import { formatOf } from '../../dependencies/reading.ts';
import type { Dependency } from '../facts.ts';
import { cargoToml, goMod, msbuild, pomXml } from './declared.ts';
import { dependenciesIn } from './formats.ts';

type Reader = (text: string) => Dependency[];

const declaring: Readonly<Record<string, Reader>> = {
  'pom.xml': pomXml,
  msbuild,
  'go.mod': goMod,
  'Cargo.toml': cargoToml,
};

/** @returns how the manifest or lock file of this path is read; undefined for any other file */
export function manifestReader(path: string): Reader | undefined {
  const format = formatOf(path);
  return format && (declaring[format.id] ?? ((text) => dependenciesIn(format, text, path)));
}
