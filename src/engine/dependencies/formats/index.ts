import type { ManifestFormat } from '../package.ts';
import { packageJson } from './npm/package-json.ts';
import { packageLock } from './npm/package-lock.ts';

/** Every format of manifests and lock files; the first one that reads a path reads it. */
export const formats: readonly ManifestFormat[] = [packageJson, packageLock];
