import type { ManifestFormat } from '../../package.ts';
import { Collector } from '../collector.ts';
import { baseOf } from '../paths.ts';
import { textLines } from '../text-lines.ts';
import { scopeOfConfiguration } from './gradle-scopes.ts';

/**
 * gradle.lockfile and buildscript-gradle.lockfile, `group:artifact:version=configurations`, and the older files of one
 * configuration in gradle/dependency-locks (docs.gradle.org, "Locking Versions").
 */
export const gradleLock: ManifestFormat = {
  id: 'gradle.lockfile',
  kind: 'lock',
  reads: (path) =>
    /^(?:buildscript-)?gradle\.lockfile$/.test(baseOf(path)) ||
    /(?:^|\/)gradle\/dependency-locks\/[^/]+\.lockfile$/.test(path),
  read(text, path) {
    const found = new Collector('Maven', text);
    const isBuildScript = baseOf(path).startsWith('buildscript-');
    let isEmpty = true;
    for (const line of textLines(text)) {
      if (line.text.trim() === '' || line.text.startsWith('#')) continue;
      const [, name, version, given] = /^([^:=\s]+:[^:=\s]+):([^:=\s]+)(?:=(\S*))?\s*$/.exec(line.text) ?? [];
      if (name === undefined) {
        if (!line.text.startsWith('empty='))
          found.problem(line.start, 'A line that is no locked module was left out.');
        isEmpty &&= !line.text.startsWith('empty=');
        continue;
      }
      isEmpty = false;
      const configurations =
        given === undefined ? [baseOf(path).replace(/\.lockfile$/, '')] : given.split(',');
      const isDevelopment =
        isBuildScript || configurations.every((each) => scopeOfConfiguration(each) === 'development');
      found.add({
        name,
        version,
        scope: isDevelopment ? 'development' : 'production',
        group: configurations.slice(0, 3).join(', '),
        at: line,
      });
    }
    if (isEmpty && text.trim() !== '') throw new SyntaxError('It is not a lock file of Gradle.');
    return found.result();
  },
};
