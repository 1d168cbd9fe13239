import { definePack } from '../../pack.ts';
import {
  argument,
  constants,
  flows,
  guards,
  makes,
  members,
  misuses,
  neutral,
  sanitizers,
  sinks,
  sources,
  typed,
} from './rows.ts';

const pathArgument = members(
  'os',
  'remove unlink rmdir removedirs mkdir makedirs listdir scandir open chmod chown truncate walk fwalk readlink mknod mkfifo utime chroot chflags lchflags lchmod lchown setxattr removexattr startfile',
);
const twoPaths = [
  ...members('os', 'rename renames replace link symlink'),
  ...members('shutil', 'copy copy2 copyfile copytree move copymode copystat'),
];

const writableByAll =
  'The mode lets every user of the machine write to the file. Leave out the permissions of others.';
/** Modes that let others write, but not those of shared folders where only owners may delete. */
const openModes = Array.from({ length: 0o1000 }, (_, mode) => mode).filter((mode) => (mode & 0o002) !== 0);
const permissionBits = [
  ['S_IRWXU', 0o700],
  ['S_IRUSR', 0o400],
  ['S_IWUSR', 0o200],
  ['S_IXUSR', 0o100],
  ['S_IRWXG', 0o070],
  ['S_IRGRP', 0o040],
  ['S_IWGRP', 0o020],
  ['S_IXGRP', 0o010],
  ['S_IRWXO', 0o007],
  ['S_IROTH', 0o004],
  ['S_IWOTH', 0o002],
  ['S_IXOTH', 0o001],
] as const;

const trustedArchive =
  'A name inside the archive may lead out of the folder. Pass filter="data", which refuses such names.';

const trusting = { input: 'Argument[filter]', is: ['fully_trusted', null] };

export const files = definePack({
  id: 'python/files',
  languages: ['python'],
  title: 'Files and archives',
  provenance:
    'Python library documentation: os, os.path, pathlib, shutil, tempfile, tarfile, zipfile; aiofiles documentation',
  rows: [
    ...sinks('path-traversal', 'Argument[0]|Argument[path]', pathArgument),
    ...sinks('path-traversal', 'Argument[0]|Argument[1]', twoPaths),
    ...sinks('path-traversal', 'Argument[0]', [
      'shutil.rmtree',
      'shutil.unpack_archive',
      'shutil.make_archive',
      'linecache.getline',
      'aiofile.AIOFile',
      'aiofile.async_open',
      ...members('baize', 'wsgi.FileResponse asgi.FileResponse'),
      'fileinput.FileInput',
      'gzip.open',
      'bz2.open',
      'lzma.open',
      'aiofiles.open',
      'anyio.open_file',
      'imageio.imread',
      'PIL.Image.open',
      'cv2.imread',
      'numpy.loadtxt',
      'configparser.ConfigParser.read',
    ]),
    ...sinks(
      'path-traversal',
      argument(0, 'file'),
      ['zipfile.ZipFile', 'tarfile.open', 'tarfile.TarFile.open'],
      { confidence: 60 },
    ),
    ...neutral([...pathArgument, ...twoPaths, 'os.stat', 'os.path.getsize', 'os.path.getmtime']),
    ...neutral(members('os.path', 'exists isfile isdir islink isabs samefile ismount lexists')),

    // Whether a file is there is something to learn, too.
    ...sinks(
      'path-traversal',
      argument(0, 'path'),
      members('os.path', 'exists lexists isfile isdir islink ismount'),
      {
        confidence: 55,
        probe: true,
      },
    ),
    ...sinks('path-traversal', 'Receiver', members('pathlib.Path', 'exists is_file is_dir'), {
      confidence: 55,
      probe: true,
    }),
    // What stays of a path: its last component cannot leave a folder.
    ...sanitizers(
      ['path-traversal', 'ssrf'],
      [
        'os.path.basename',
        'ntpath.basename',
        'posixpath.basename',
        'django.utils.text.get_valid_filename',
        'pathvalidate.sanitize_filename',
      ],
    ),
    // Nothing but letters, digits, dots, dashes and underscores is left.
    ...sanitizers(
      ['*'],
      [
        'werkzeug.utils.secure_filename',
        'werkzeug.secure_filename',
        'slugify.slugify',
        'django.utils.text.slugify',
        'django.template.defaultfilters.slugify',
      ],
    ),
    // What follows the last dot has no separator in it.
    ...typed('os.path.SplitExt', members('os.path', 'splitext')),
    ...sanitizers(['path-traversal'], ['os.path.SplitExt.1'], { input: 'Receiver' }),
    ...sanitizers(
      ['path-traversal'],
      [
        'werkzeug.utils.safe_join',
        'werkzeug.security.safe_join',
        'flask.safe_join',
        'django.utils._os.safe_join',
      ],
      { input: 'Argument[1]' },
    ),
    ...flows('Argument[*]', 'ReturnValue', ['os.path.join', 'posixpath.join', 'ntpath.join']),
    ...sanitizers(['resolved-path'], members('os.path', 'abspath realpath normpath')),
    ...sanitizers(['resolved-path'], ['pathlib.Path.resolve', 'pathlib.Path.absolute'], {
      input: 'Receiver',
    }),
    {
      kind: 'guard',
      api: 'pathlib.Path.relative_to',
      input: 'Receiver',
      clears: ['path-traversal'],
      raises: true,
    },
    ...flows(
      'Argument[0]',
      'ReturnValue',
      members('os.path', 'normcase expanduser expandvars dirname relpath splitext split'),
    ),

    ...typed('pathlib.Path', [
      ...members('pathlib', 'Path PurePath PosixPath WindowsPath PurePosixPath'),
      ...members(
        'pathlib.Path',
        'resolve absolute joinpath with_name with_suffix parent expanduser relative_to cwd home',
      ),
      'py.path.local',
    ]),
    ...sanitizers(
      ['path-traversal', 'ssrf'],
      ['pathlib.Path.name', 'pathlib.Path.stem', 'pathlib.Path.suffix', 'pathlib.PurePath.name'],
      { input: 'Receiver' },
    ),
    ...sinks(
      'path-traversal',
      'Receiver',
      members(
        'pathlib.Path',
        'open read_text read_bytes write_text write_bytes unlink rmdir mkdir touch iterdir rename replace chmod symlink_to hardlink_to',
      ),
    ),
    ...sinks(
      'path-traversal',
      'Argument[0]',
      members('pathlib.Path', 'rename replace symlink_to hardlink_to'),
    ),
    ...guards(['path-traversal'], 'Receiver', [
      'pathlib.Path.is_relative_to',
      'pathlib.PurePath.is_relative_to',
    ]),
    ...neutral(members('pathlib.Path', 'exists is_file is_dir stat unlink mkdir touch read_text read_bytes')),

    ...misuses('path-traversal', trustedArchive, members('tarfile.TarFile', 'extractall'), {
      when: [
        { input: 'Argument[filter]', absent: true },
        { input: 'Argument[members]', absent: true },
      ],
      confidence: 55,
    }),
    // All that is in it, by another name; or no filter, by that of none.
    ...[
      { input: 'Argument[members]', type: 'tarfile.TarFile' },
      { input: 'Argument[members]', type: 'tarfile.Members' },
      { input: 'Argument[members]', is: [null] },
    ].flatMap((entries) =>
      [{ input: 'Argument[filter]', absent: true }, trusting].flatMap((filter) =>
        misuses('path-traversal', trustedArchive, members('tarfile.TarFile', 'extractall'), {
          when: [filter, entries],
          confidence: 55,
        }),
      ),
    ),
    ...misuses('path-traversal', trustedArchive, members('tarfile.TarFile', 'extractall'), {
      when: [trusting, { input: 'Argument[members]', absent: true }],
      confidence: 55,
    }),
    ...misuses('path-traversal', trustedArchive, members('tarfile.TarFile', 'extract'), {
      when: [{ input: 'Argument[filter]', is: ['fully_trusted'] }],
      confidence: 55,
    }),
    ...makes('zipfile.ZipFile', ['zipfile.ZipFile']),
    ...sources('stored', 'a name inside an archive', [
      ...members('zipfile.ZipFile', 'namelist infolist'),
      ...members('tarfile.TarFile', 'getnames getmembers next []'),
    ]),
    ...typed('tarfile.Members', ['tarfile.TarFile.getmembers']),
    ...typed('tarfile.TarFile', ['tarfile.open', 'tarfile.TarFile', 'tarfile.TarFile.open']),
    ...flows('Argument[fileobj]|Argument[2]', 'ReturnValue', [
      'tarfile.open',
      'tarfile.TarFile',
      'tarfile.TarFile.open',
    ]),
    ...sinks('path-traversal', 'Receiver', members('tarfile.TarFile', 'extractall extract'), {
      when: [{ input: 'Argument[filter]', absent: true }],
      judgedBy: 'unsafe-deserialization',
    }),
    ...sinks('path-traversal', argument(1, 'path'), members('zipfile.ZipFile', 'extract'), {
      confidence: 60,
    }),
    ...sinks(
      'path-traversal',
      argument(0, 'path'),
      [...members('zipfile.ZipFile', 'extractall'), ...members('tarfile.TarFile', 'extractall')],
      { confidence: 60 },
    ),

    ...misuses(
      'insecure-temporary-file',
      'mktemp() only invents a name: another process can create the file first. Use mkstemp() or NamedTemporaryFile().',
      ['tempfile.mktemp', 'os.tempnam', 'os.tmpnam'],
    ),
    ...misuses(
      'insecure-temporary-file',
      'Anyone on the machine may know and prepare this name in the shared temporary folder. Use tempfile.mkstemp() or NamedTemporaryFile().',
      ['open', 'io.open', 'codecs.open'],
      {
        when: [
          { input: 'Argument[0]', matches: '^/(?:tmp|var/tmp|dev/shm)/' },
          { input: 'Argument[1]|Argument[mode]', matches: '[wax+]' },
        ],
        confidence: 60,
      },
    ),
    ...misuses('file-permissions', writableByAll, members('os', 'chmod fchmod lchmod mkfifo mknod'), {
      when: [{ input: argument(1, 'mode'), is: openModes }],
    }),
    ...misuses('file-permissions', writableByAll, ['pathlib.Path.chmod'], {
      when: [{ input: argument(0, 'mode'), is: openModes }],
    }),
    ...misuses('file-permissions', writableByAll, ['os.open'], {
      when: [{ input: argument(2, 'mode'), is: openModes }],
    }),
    ...misuses(
      'file-permissions',
      'From here on every user of the machine may write to the files that the program makes. Use 0o077.',
      ['os.umask'],
      { when: [{ input: 'Argument[0]', is: openModes.map((mode) => mode ^ 0o777) }] },
    ),
    ...permissionBits.flatMap(([name, value]) => constants(value, [`stat.${name}`])),
    ...typed('file', ['tempfile.NamedTemporaryFile', 'tempfile.TemporaryFile']),
  ],
});
