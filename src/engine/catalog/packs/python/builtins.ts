import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import {
  constants,
  containers,
  flows,
  guards,
  members,
  neutral,
  sanitizers,
  sinks,
  sources,
  typed,
} from './rows.ts';

/** Tests whose truth leaves no character that any of the text classes could use. */
const wordTests = members('*', 'isdigit isdecimal isnumeric isalnum isalpha isidentifier');

/** Names, values and keys that lists, dicts and strings of the language share. */
/** What functions and threads hand each other data through. */
const queues = [
  ...members('queue', 'Queue LifoQueue PriorityQueue SimpleQueue'),
  ...members('asyncio', 'Queue LifoQueue PriorityQueue'),
  ...members('multiprocessing', 'Queue SimpleQueue JoinableQueue'),
];

export const builtins = definePack({
  id: 'python/builtins',
  languages: ['python'],
  title: 'Python built-in functions and types',
  provenance: 'Python language reference and library documentation',
  rows: [
    ...sinks('code-injection', 'Argument[0]', ['eval', 'exec', 'compile', 'builtins.eval', 'builtins.exec']),
    ...sinks('unsafe-reflection', 'Argument[1]', ['getattr', 'delattr'], {
      when: [{ input: 'Argument[1]', matches: '^[A-Za-z]\\w*_', prefix: true, not: true, orUnknown: true }],
      confidence: 45,
    }),
    ...sinks('path-traversal', 'Argument[0]|Argument[file]', [
      'open',
      'io.open',
      'codecs.open',
      'builtins.open',
    ]),
    ...sinks('mass-assignment', 'Argument[1]', ['setattr']),
    // Line breaks are written as `\\n` then.
    ...sanitizers(['log-injection', 'header-injection'], ['*.encode', 'str.encode'], {
      input: 'Receiver',
      when: [{ input: 'Argument[0]', is: ['unicode_escape', 'unicode-escape'] }],
    }),
    ...constants('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', ['string.ascii_letters']),
    ...constants('abcdefghijklmnopqrstuvwxyz', ['string.ascii_lowercase']),
    ...constants('ABCDEFGHIJKLMNOPQRSTUVWXYZ', ['string.ascii_uppercase']),
    ...constants('0123456789', ['string.digits']),
    ...constants('0123456789abcdefABCDEF', ['string.hexdigits']),
    ...['exit', 'quit', 'sys.exit', 'os._exit', 'os.abort'].map((api) => ({ kind: 'never' as const, api })),
    ...sinks('unsafe-reflection', 'Argument[0]', ['__import__']),
    ...sources('local', 'text typed at the terminal', ['input', 'raw_input']),
    ...typed('file', ['open', 'io.open', 'codecs.open']),
    ...neutral(['open', 'io.open', 'codecs.open']),
    ...neutral(['eval', 'exec', 'compile']),
    ...neutral([
      'len',
      'int',
      'float',
      'bool',
      'complex',
      'ord',
      'hash',
      'id',
      'isinstance',
      'issubclass',
      'callable',
      'hasattr',
      'range',
      'round',
      'all',
      'any',
      'type',
      'hex',
      'oct',
      'bin',
      'super',
      'globals',
      'locals',
      'object',
      'memoryview',
      'uuid.UUID',
      'decimal.Decimal',
      'datetime.datetime.strptime',
      'datetime.datetime.fromisoformat',
      'datetime.date.fromisoformat',
      'datetime.datetime.fromtimestamp',
      'time.strptime',
      'ipaddress.ip_address',
      'ipaddress.ip_network',
      'ipaddress.IPv4Address',
      'ipaddress.IPv6Address',
      'fractions.Fraction',
    ]),
    ...neutral(
      members(
        '*',
        'isdigit isdecimal isnumeric isalnum isalpha isidentifier isspace isupper islower startswith endswith count index find rfind rindex bit_length total_seconds is_integer exists is_file is_dir is_authenticated is_valid',
      ),
    ),
    ...guards(['*'], 'Receiver', wordTests),
    // What a class says of itself.
    ...neutral([
      'pydantic.BaseModel.model_fields',
      'pydantic.BaseModel.__fields__',
      '*.model_fields',
      '*.__class__',
      '*.__name__',
    ]),
    // Text without a quote stays between quotes.
    ...sanitizers(['sql-injection'], ['str.replace'], {
      input: 'Receiver',
      when: [
        { input: 'Argument[0]', is: ["'"] },
        { input: 'Argument[1]', is: ["''"] },
      ],
    }),
    ...sanitizers(['xpath-injection'], ['str.replace'], {
      input: 'Receiver',
      when: [{ input: 'Argument[0]', is: ["'", '"'] }],
    }),
    // Without line breaks a text stays on its line.
    ...['\n', '\r', '\r\n'].flatMap((lineBreak) =>
      sanitizers(['log-injection', 'header-injection'], ['str.replace'], {
        input: 'Receiver',
        when: [{ input: 'Argument[0]', is: [lineBreak] }],
      }),
    ),
    // Without separators a name stays in its folder.
    ...sanitizers(['path-traversal'], ['str.replace'], {
      input: 'Receiver',
      when: [
        { input: 'Argument[0]', is: ['/'] },
        { input: 'Argument[1]', matches: '^[^/\\\\]*$' },
      ],
    }),
    ...sanitizers(['no-first-slash'], members('str', 'lstrip strip'), {
      input: 'Receiver',
      when: [{ input: 'Argument[0]', matches: '/' }],
    }),
    // No tag begins in a text without `<`, which is also how JSON is made safe inside a page's script.
    ...sanitizers(['xss'], ['str.replace'], {
      input: 'Receiver',
      when: [
        { input: 'Argument[0]', is: ['<'] },
        { input: 'Argument[1]', matches: '^[^<]*$' },
      ],
    }),
    // The escapes of repr() leave no line break.
    ...sanitizers(['log-injection', 'header-injection'], ['repr', 'ascii']),
    ...flows('Argument[0]', 'ReturnValue', [
      'str',
      'bytes',
      'bytearray',
      'iter',
      'next',
      'reversed',
      'format',
      'chr',
      'copy.copy',
      'copy.deepcopy',
      'textwrap.dedent',
      'base64.b64decode',
      'base64.b64encode',
      'base64.urlsafe_b64decode',
      'base64.b32decode',
      'base64.b16decode',
      'base64.decodebytes',
      'binascii.unhexlify',
      'codecs.decode',
      'codecs.encode',
      'itertools.islice',
      'itertools.cycle',
    ]),
    ...containers('enumerate', ['enumerate']),
    ...containers('newMapOf', ['collections.defaultdict']),
    ...containers('zip', ['zip', 'itertools.zip_longest']),
    ...containers('map', ['map']),
    ...containers('filter', ['filter']),
    ...['int', 'float', 'uuid.UUID'].map(
      (api): RowInput => ({ kind: 'guard', api, input: 'Argument[0]', clears: ['*'], raises: true }),
    ),
    ...containers('bind', ['functools.partial', 'functools.partialmethod']),
    ...sanitizers(['*'], ['binascii.hexlify', 'base64.b16encode', 'base64.b32encode']),
    ...containers('copy', [
      'list',
      'tuple',
      'set',
      'frozenset',
      'sorted',
      'collections.deque',
      'list.copy',
      'dict.copy',
      'set.copy',
    ]),
    ...containers('newMap', ['collections.OrderedDict', 'collections.Counter', 'types.SimpleNamespace']),
    ...typed('list', ['list', 'tuple', 'set', 'frozenset', 'sorted', 'collections.deque']),
    ...typed('dict', ['collections.OrderedDict', 'collections.defaultdict', 'dict']),
    ...containers('append', ['list.append', 'set.add', 'list.add', 'collections.deque.append']),
    ...containers('prepend', ['list.appendleft', 'collections.deque.appendleft']),
    ...containers('insert', ['list.insert']),
    ...containers('addAll', ['list.extend', 'set.update', 'list.update']),
    ...containers('pop', ['list.pop']),
    ...containers('shift', ['list.popleft']),
    ...containers('clear', ['list.clear', 'dict.clear', 'set.clear']),
    ...containers('get', ['dict.get', 'dict.pop']),
    ...containers('newList', queues),
    ...containers(
      'append',
      queues.flatMap((type) => members(type, 'put put_nowait')),
    ),
    ...containers(
      'next',
      queues.flatMap((type) => members(type, 'get get_nowait')),
    ),
    ...neutral(queues.flatMap((type) => members(type, 'qsize empty full task_done join'))),
    ...typed('io.StringIO', ['io.StringIO', 'io.BytesIO', 'StringIO.StringIO', 'cStringIO.StringIO']),
    ...flows('Argument[0]', 'Receiver', members('io.StringIO', 'write writelines')),
    ...flows('Receiver', 'ReturnValue', members('io.StringIO', 'getvalue read readline readlines')),
    ...typed(
      'configparser.ConfigParser',
      members('configparser', 'ConfigParser RawConfigParser SafeConfigParser'),
    ),
    ...['set', 'get'].map((name) => ({
      kind: 'container' as const,
      api: `configparser.ConfigParser.${name}`,
      op: name === 'set' ? ('put' as const) : ('get' as const),
      skip: 1,
    })),
    ...containers('newMap', [
      'configparser.ConfigParser',
      'configparser.RawConfigParser',
      'configparser.SafeConfigParser',
    ]),
    // A key finds something; it is not what is found. The same holds of the filters of data layers.
    ...flows('Receiver|Argument[1]|Argument[default]', 'ReturnValue', ['*.get']),
    ...flows(
      'Receiver',
      'ReturnValue',
      members('*', 'filter exclude order_by where get_or_none get_by_id find_by_id find_one'),
    ),
    ...containers('setdefault', ['dict.setdefault']),
    ...containers('putAll', ['dict.update']),
    ...containers('values', ['dict.values']),
    ...containers('keys', ['dict.keys']),
    ...containers('entries', ['dict.items']),
    ...neutral(['list.index', 'list.count', 'list.sort', 'list.reverse', 'list.remove', 'dict.__len__']),
    ...flows('Argument[0]|Argument[0].*|Receiver', 'ReturnValue', ['*.join']),
    ...flows('Receiver|Argument[*]', 'ReturnValue', ['str.format', 'str.strip', 'str.lower', 'str.upper']),
  ],
});

export const commandLine = definePack({
  id: 'python/command-line',
  languages: ['python'],
  title: 'Command line and environment',
  provenance: 'Python library documentation: sys, os, argparse, optparse; click and typer documentation',
  rows: [
    ...sources('local', 'a command line argument', ['sys.argv', 'sys.orig_argv']),
    ...sources('local', 'standard input', ['sys.stdin', 'fileinput.input']),
    ...sources('local', 'an environment variable', ['os.environ', 'os.environb', 'os.getenv', 'os.getenvb']),
    ...typed('dict-like', ['os.environ']),
    ...typed('argparse.ArgumentParser', ['argparse.ArgumentParser']),
    ...typed('argparse.Namespace', ['argparse.ArgumentParser.parse_args']),
    // It is an object of its own, whose fields are told apart wherever it is handed to.
    ...flows('Argument[1]', 'Receiver', ['argparse.Namespace.__setattr__']),
    ...sources('local', 'a command line argument', [
      'argparse.ArgumentParser.parse_args',
      'argparse.ArgumentParser.parse_known_args',
      'optparse.OptionParser.parse_args',
      'getopt.getopt',
      'getopt.gnu_getopt',
    ]),
    ...['click.command', 'click.group', 'click.Group.command', 'asyncclick.command', '*.command'].map(
      (decorator): RowInput => ({
        kind: 'entry',
        decorator,
        source: 'local',
        what: 'a command line argument',
        described: 'apart',
        except: ['click.Context', 'click.core.Context', 'discord.ext.commands.Context'],
      }),
    ),
    { kind: 'entry', decorator: 'typer.Typer.command', source: 'local', what: 'a command line argument' },
  ],
});
