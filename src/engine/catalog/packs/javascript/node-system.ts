import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import {
  both,
  calls,
  documented,
  flows,
  members,
  neutral,
  sanitizers,
  sinks,
  sources,
  types,
} from './rows.ts';

const fileModules = ['fs', 'fs/promises', 'fs-extra', 'graceful-fs', 'mz/fs'];
const contents =
  'readFile readFileSync writeFile writeFileSync appendFile appendFileSync createReadStream createWriteStream open openSync unlink unlinkSync rm rmSync rmdir rmdirSync mkdir mkdirSync readdir readdirSync opendir opendirSync cp cpSync copyFile copyFileSync rename renameSync link linkSync symlink symlinkSync truncate truncateSync chmod chmodSync chown chownSync readlink readlinkSync watch watchFile openAsBlob utimes utimesSync lutimes lutimesSync';
const contentsOfExtra =
  'outputFile outputFileSync outputJson outputJSON outputJsonSync outputJSONSync writeJson writeJSON writeJsonSync writeJSONSync readJson readJSON readJsonSync readJSONSync remove removeSync emptyDir emptyDirSync emptydir emptydirSync ensureDir ensureDirSync mkdirs mkdirsSync mkdirp mkdirpSync ensureFile ensureFileSync createFile createFileSync move moveSync copy copySync';
const facts = 'stat statSync lstat lstatSync statfs statfsSync access accessSync exists existsSync';
const twoPaths =
  'copyFile copyFileSync rename renameSync link linkSync symlink symlinkSync cp cpSync move copy';
const writing = 'writeFile writeFileSync appendFile appendFileSync createWriteStream open openSync';

/** Modes that let others write, as numbers and as the texts that Node takes for them. */
const openModes = Array.from({ length: 0o1000 }, (_, mode) => mode)
  .filter((mode) => (mode & 0o002) !== 0)
  .flatMap((mode) => [mode, mode.toString(8), `0${mode.toString(8)}`]);

const files: RowInput[] = [
  ...fileModules.flatMap((module) => [
    ...sinks('path-traversal', 'Argument[0]', members(module, contents)),
    ...sinks('path-traversal', 'Argument[1]', members(module, twoPaths)),
    ...sinks('path-traversal', 'Argument[0]', members(module, facts), {
      confidence: 55,
      probe: true,
    }),
    ...members(module, writing).map(
      (api): RowInput => ({
        kind: 'misuse',
        api,
        vulnClass: 'insecure-temporary-file',
        when: [{ input: 'Argument[0]', matches: '^/(?:var/)?tmp/' }],
        message: 'A file with a fixed name in a folder that every user of the machine can write to.',
      }),
    ),
    ...members(module, 'chmod chmodSync fchmod fchmodSync lchmod lchmodSync').map(
      (api): RowInput => ({
        kind: 'misuse',
        api,
        vulnClass: 'file-permissions',
        when: [{ input: 'Argument[1]', is: openModes }],
        message:
          'The mode lets every user of the machine write to the file. Leave out the permissions of others.',
      }),
    ),
    // Numbers and descriptors, not the text of the path.
    ...neutral(
      members(module, `${facts} unlink unlinkSync mkdir mkdirSync rm rmSync writeFile writeFileSync`),
    ),
    // What a file says is not what its name says.
    ...neutral(
      members(module, 'readFile readFileSync createReadStream createWriteStream readdir readdirSync'),
    ),
  ]),
  ...sinks('path-traversal', 'Argument[0]', [
    ...members('fs-extra', contentsOfExtra),
    'rimraf',
    ...members(
      'rimraf',
      'sync rimraf rimrafSync native nativeSync manual manualSync windows windowsSync posix posixSync moveRemove moveRemoveSync',
    ),
    'mkdirp',
    ...members('mkdirp', 'sync mkdirp mkdirpSync native nativeSync manual manualSync'),
    'make-dir',
    ...members('make-dir', 'sync makeDirectory makeDirectorySync'),
    'del',
    ...members('del', 'sync deleteAsync deleteSync'),
    'chownr',
    'chownr.sync',
    'glob',
    'glob.sync',
    'glob.glob',
    'send',
    'serve-index',
  ]),
  ...sinks('path-traversal', 'Argument[1]', ['send']),
  { kind: 'constant', api: 'os.tmpdir', value: '/tmp' },
  // What runs in development only harms nobody else.
  { kind: 'constant', api: 'process.env.NODE_ENV', value: 'production' },
  ...sanitizers(
    ['path-traversal'],
    [
      'path.basename',
      'path.extname',
      'path.posix.basename',
      'path.win32.basename',
      'sanitize-filename',
      'path.parse',
    ],
  ),
  ...['path', 'path.posix', 'path.win32'].flatMap((path) =>
    sanitizers(['resolved-path'], [`${path}.resolve`, `${path}.join`], 'Argument[*]').concat(
      sanitizers(['resolved-path'], [`${path}.normalize`]),
    ),
  ),
  ...sanitizers(['resolved-path'], ['fs.realpathSync', 'fs.realpathSync.native', 'fs/promises.realpath']),
  ...sanitizers(
    ['host-part'],
    ['URL', 'url.URL'].flatMap((type) => [`${type}.hostname`, `${type}.host`, `${type}.origin`]),
    'Receiver',
  ),
  ...neutral(['path.isAbsolute']),
  ...flows('Argument[1]', 'ReturnValue', ['path.relative']),
  ...types('path.Relative', ['path.relative']),
  ...types('path.Normalized', ['path.normalize', 'path.posix.normalize', 'path.win32.normalize']),
  ...['path.sep', 'path.posix.sep'].map((api): RowInput => ({ kind: 'constant', api, value: '/' })),
  ...calls(['fs.realpath', 'fs.realpath.native'], 'last', [{}, { from: 'Argument[0]' }]),
  { kind: 'guard', api: 'is-path-inside', input: 'Argument[0]', clears: ['path-traversal'] },
  { kind: 'guard', api: 'path-is-inside', input: 'Argument[0]', clears: ['path-traversal'] },
];

const input: RowInput[] = [
  ...sources('local', 'a command-line argument', [
    'process.argv',
    'yargs.argv',
    'minimist',
    'commander.Command.opts',
  ]),
  { kind: 'alias', api: 'commander.program', of: 'commander.Command' },
  ...types('commander.Command', [
    'commander',
    'commander.createCommand',
    ...members('commander.Command', 'option requiredOption argument parse name description version command'),
  ]),
  ...types('yargs.Parser', [
    'yargs',
    ...members(
      'yargs.Parser',
      'option options command usage help demandOption array boolean string number alias default strict version example positional demandCommand epilogue scriptName wrap',
    ),
  ]),
  ...sources('local', 'a command-line argument', [
    'commander.Command.args',
    'commander.Command.processedArgs',
    'optimist.argv',
    'optimist.parse',
    'minimist-options',
    'get-them-args',
    'args.parse',
    ...members('meow', 'input flags'),
    'dashdash.parse',
    'nopt',
    'argparse.ArgumentParser.parse_args',
    'argparse.ArgumentParser.parseArgs',
    '@actions/core.getInput',
    '@actions/core.getMultilineInput',
    'util.parseArgs',
    ...members('yargs.Parser', 'argv parse parseSync'),
    'arg',
    'command-line-args',
    'mri',
  ]),
  {
    kind: 'callback',
    api: 'commander.Command.action',
    argument: 0,
    params: [{ source: 'local' }, { source: 'local' }],
  },
  // What a page of the application asks the program for.
  ...members('electron.ipcMain', 'on once handle handleOnce').map(
    (api): RowInput => ({
      kind: 'callback',
      api,
      argument: 1,
      params: [{}, { source: 'local' }, { source: 'local' }, { source: 'local' }],
    }),
  ),
  ...types('readline.Interface', ['readline.createInterface', 'readline/promises.createInterface']),
  { kind: 'callback', api: 'readline.Interface.question', argument: 'last', params: [{ source: 'local' }] },
  { kind: 'callback', api: 'readline.Interface.on', argument: 'last', params: [{ source: 'local' }] },
  { kind: 'callback', api: 'process.stdin.on', argument: 'last', params: [{ source: 'local' }] },
];

const code: RowInput[] = [
  ...sinks('code-injection', 'Argument[0]', [
    ...members('vm', 'runInNewContext runInThisContext runInContext Script compileFunction SourceTextModule'),
    ...members('vm2', 'VMScript'),
    'vm2.VM.run',
    'vm2.NodeVM.run',
    'safe-eval',
    ...members('mathjs', 'eval evaluate parse compile'),
    'jsonpath-plus.JSONPath',
    'angular-expressions.compile',
    'notevil',
    'sandbox.Sandbox.run',
    'sandbox.run',
    'static-eval',
    'require-from-string',
    'node-eval',
    'module._compile',
    'module.Module._compile',
    'eval-in-sandbox',
  ]),
];

/** Threads of their own: a file that is loaded, or the text of a program. */
const workers: RowInput[] = [
  ...sinks('code-injection', 'Argument[0]', ['worker_threads.Worker'], {
    when: [{ input: 'Argument[1].eval', is: [true] }],
  }),
  ...sinks('unsafe-reflection', 'Argument[0]', ['worker_threads.Worker'], {
    when: [{ input: 'Argument[1].eval', is: [true], not: true, orUnknown: true }],
  }),
];

const misuse: RowInput[] = [
  {
    kind: 'misuse',
    api: 'process.env.NODE_TLS_REJECT_UNAUTHORIZED',
    vulnClass: 'tls-verification-disabled',
    when: [{ input: 'Argument[0]', is: ['0', 0] }],
    message: 'Certificates are no longer checked for any connection of this process.',
  },
];

/** Files, standard input and compiled code of Node.js. */
export const nodeSystem = definePack({
  id: 'javascript/node-system',
  languages: [...both],
  title: 'Node.js: files, arguments and code',
  provenance: documented,
  rows: [...files, ...input, ...code, ...workers, ...misuse],
});
