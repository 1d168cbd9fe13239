/** The package managers that may write lock files, as both products name them. */
export interface PackageManager {
  /** As it is found on the path. */
  readonly program: string;
  /** What is run, as a person knows it. */
  readonly shown: string;
}

/**
 * By the name of the lock file. Each works from static files: where the manifest is a program (Gemfile, mix.exs, Gradle,
 * MSBuild, Package.swift), or packages are built to read them (Poetry, PDM, Pipenv), the tool would run foreign code.
 */
const byLock: Readonly<Record<string, PackageManager>> = {
  'package-lock.json': { program: 'npm', shown: 'npm install --package-lock-only --ignore-scripts' },
  'npm-shrinkwrap.json': { program: 'npm', shown: 'npm install --package-lock-only --ignore-scripts' },
  'pnpm-lock.yaml': { program: 'pnpm', shown: 'pnpm install --lockfile-only --ignore-scripts' },
  'Cargo.lock': { program: 'cargo', shown: 'cargo update --precise' },
  'go.sum': { program: 'go', shown: 'go get' },
  'uv.lock': { program: 'uv', shown: 'uv lock --no-build' },
  'composer.lock': { program: 'composer', shown: 'composer update --no-install --no-scripts --no-plugins' },
};

/** @returns what writes a lock file without running anything of the project or its packages; undefined where nothing does */
export const packageManagerOf = (lock: string): PackageManager | undefined => {
  const name = lock.slice(lock.lastIndexOf('/') + 1);
  return Object.hasOwn(byLock, name) ? byLock[name] : undefined;
};
