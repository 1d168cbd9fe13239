import path from 'node:path';
import type { LockTask } from '../../../engine/dependencies/upgrades/plan.ts';
import type { Raise } from '../../../engine/dependencies/upgrades/target.ts';
import { reducedCargoConfig } from './cargo-sources.ts';
import type { ReducedSettings } from './npmrc.ts';

/** One run of a package manager. */
export interface Step {
  /** Whether it sees the manifests in which raised packages have their very versions. */
  readonly isPinned: boolean;
  readonly args: readonly string[];
}

/** How one package manager writes a lock file without running anything of the project or of its packages. */
export interface Running {
  /** @throws UnsafeTask where a name or a version cannot be an argument, or a manifest says what would be followed */
  steps(task: LockTask, lock: string): readonly Step[];
  /** @param home a folder of its own, for caches and settings */
  environment(home: string): Readonly<Record<string, string>>;
  /** Whether the manifest is its to write, together with the lock file. */
  readonly writesManifest?: boolean;
  /** The person's settings that say which registries there are, and where they go in its home. */
  readonly settings?: {
    from(environment: NodeJS.ProcessEnv): string;
    readonly to: string;
    reduced(text: string): ReducedSettings;
  };
  /** Files that have to be there beside a manifest of this name for it to be read. */
  readonly beside?: { readonly manifest: string; readonly file: string };
}

/** A sentence: why a package manager is not run on this project. */
export class UnsafeTask extends Error {}

const npm: Running = {
  steps(task, lock) {
    const version = /"lockfileVersion"\s*:\s*([123])\b/.exec(lock)?.[1] ?? '3';
    const args = [
      'install',
      '--package-lock-only',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-update-notifier',
      '--replace-registry-host=always',
      `--lockfile-version=${version}`,
    ];
    return twice(task, args);
  },
  environment: (home) => ({ npm_config_cache: path.join(home, 'cache') }),
};

const pnpm: Running = {
  steps(task) {
    const workspace = Object.entries(task.manifests).find(([file]) => file.endsWith('pnpm-workspace.yaml'));
    const keys = [...(workspace?.[1] ?? '').matchAll(/^([^\s#][^:]*):/gm)].map(([, key = '']) => key);
    const other = keys.find((key) => !/^(?:packages|catalogs?|overrides)$/.test(key));
    if (other !== undefined)
      throw new UnsafeTask(`\`pnpm-workspace.yaml\` has the setting \`${other.slice(0, 80)}\`.`);
    return twice(task, [
      'install',
      '--lockfile-only',
      '--ignore-scripts',
      '--ignore-pnpmfile',
      '--no-frozen-lockfile',
    ]);
  },
  environment: (home) => ({
    npm_config_cache: path.join(home, 'cache'),
    npm_config_store_dir: path.join(home, 'store'),
    // The version that the project names would be downloaded and run.
    npm_config_manage_package_manager_versions: 'false',
    // The same, as pnpm 11 names it.
    pnpm_config_pm_on_fail: 'ignore',
    COREPACK_ENABLE_PROJECT_SPEC: '0',
  }),
};

const cargo: Running = {
  steps: ({ raises }) =>
    raises.map(({ name, from, to }) => ({
      isPinned: false,
      args: ['update', '--package', `${word(name)}:${word(from)}`, '--precise', word(to)],
    })),
  environment: (home) => ({
    CARGO_HOME: path.join(home, 'cargo'),
    CARGO_NET_GIT_FETCH_WITH_CLI: 'false',
    ...(process.env['RUSTUP_HOME'] === undefined && {
      RUSTUP_HOME: path.join(process.env['HOME'] ?? '', '.rustup'),
    }),
  }),
  settings: {
    from: ({ CARGO_HOME, HOME = '' }) => path.join(CARGO_HOME ?? path.join(HOME, '.cargo'), 'config.toml'),
    to: 'cargo/config.toml',
    reduced: reducedCargoConfig,
  },
  beside: { manifest: 'Cargo.toml', file: 'src/lib.rs' },
};

const go: Running = {
  steps: ({ raises }) =>
    raises.map(({ name, to }) => ({
      isPinned: false,
      args: ['get', `${word(name)}@v${word(to.replace(/^v/, ''))}`],
    })),
  environment: (home) => ({
    GOPATH: path.join(home, 'go'),
    GOCACHE: path.join(home, 'cache'),
    GOENV: 'off',
    GOFLAGS: '-mod=mod',
    GOWORK: 'off',
    // No other toolchain is downloaded and run, and no version control asked.
    GOTOOLCHAIN: 'local',
    GOPROXY: (process.env['GOPROXY'] ?? 'https://proxy.golang.org').replace(/[,|]direct\b/g, ''),
    GOVCS: '*:off',
  }),
  writesManifest: true,
};

const uv: Running = {
  steps: ({ raises }) => [
    {
      isPinned: false,
      args: [
        'lock',
        '--no-build',
        ...raises.flatMap(({ name, to }) => ['--upgrade-package', `${word(name)}==${word(to)}`]),
      ],
    },
  ],
  environment: (home) => ({ UV_CACHE_DIR: path.join(home, 'cache'), UV_PYTHON_DOWNLOADS: 'never' }),
};

const composer: Running = {
  steps({ raises, manifests }) {
    if (Object.values(manifests).some((text) => /"repositories"\s*:/.test(text)))
      throw new UnsafeTask('`composer.json` names repositories of its own.');
    const with_ = raises.flatMap(({ name, to }) => ['--with', `${word(name)}:${word(to)}`]);
    const quiet = ['--no-install', '--no-scripts', '--no-plugins', '--no-interaction', '--no-audit'];
    return [
      { isPinned: false, args: ['update', ...namesOf(raises), ...with_, '--with-dependencies', ...quiet] },
    ];
  },
  environment: (home) => ({ COMPOSER_HOME: path.join(home, 'composer'), COMPOSER_ALLOW_SUPERUSER: '1' }),
};

/** By the program's name, as `packageManagerOf` has it. */
const running: Readonly<Record<string, Running>> = { npm, pnpm, cargo, go, uv, composer };

/** How a package manager is run. @throws RangeError for a program that there is no way for: a defect of Parapet */
export function runningOf(program: string): Running {
  const found = running[program];
  if (!found) throw new RangeError(`Parapet does not know how ${program} is run.`);
  return found;
}

/** First with exact versions, then as the manifests are: what the lock file then has stays, and agrees with them. */
const twice = ({ pinned }: LockTask, args: readonly string[]): readonly Step[] => [
  ...(Object.keys(pinned).length > 0 ? [{ isPinned: true, args }] : []),
  { isPinned: false, args },
];

const namesOf = (raises: readonly Raise[]): readonly string[] => [
  ...new Set(raises.map(({ name }) => word(name))),
];

/** A name or version of a lock file as an argument: it must not be read as an option, or as anything else. */
function word(text: string): string {
  if (!/^[@\w][\w.+~!/-]{0,200}$/.test(text))
    throw new UnsafeTask(`${JSON.stringify(text.slice(0, 80))} is no usual name or version of a package.`);
  return text;
}
