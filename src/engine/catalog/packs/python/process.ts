import { definePack } from '../../pack.ts';
import type { RowInput } from '../../schema.ts';
import { argument, makes, members, neutral, sanitizers, sinks, typed } from './rows.ts';

const shellTrue = [{ input: 'Argument[shell]', is: [true] }];
const noShell = [{ input: 'Argument[shell]', is: [true], not: true }];
const runners = members('subprocess', 'run call check_call check_output Popen');

/** A command line whose program is constant. */
const fixedProgram = '^\\s*[\\w./-]+\\s';

/** A program that runs its argument as a script: an argument list with it is a shell after all. */
const interpreter = '(?:^|/)(?:ba|da|z|k|c)?sh$|(?:^|/)(?:cmd|powershell)(?:\\.exe)?$';

/** A program that runs a text as code: `python -c`, `perl -e`. */
const language = '(?:^|/)(?:python|perl|ruby|node|php)[\\d.]*$';

export const process = definePack({
  id: 'python/process',
  languages: ['python'],
  title: 'Starting programs',
  provenance:
    'Python library documentation: os, subprocess, pty, shlex, asyncio; paramiko, fabric, pexpect documentation',
  rows: [
    ...[
      'threading.Thread',
      'threading.Timer',
      'multiprocessing.Process',
      'asyncio.to_thread',
      ...['ThreadPoolExecutor', 'ProcessPoolExecutor', 'Executor'].map(
        (name) => `concurrent.futures.${name}.submit`,
      ),
    ].map((api): RowInput => ({ kind: 'container', api, op: 'run' })),
    { kind: 'container', api: 'asyncio.AbstractEventLoop.run_in_executor', op: 'run', skip: 1 },
    ...[
      'starlette.concurrency.run_in_threadpool',
      'fastapi.concurrency.run_in_threadpool',
      'anyio.to_thread.run_sync',
    ].map((api): RowInput => ({ kind: 'container', api, op: 'run' })),
    ...['ThreadPoolExecutor', 'ProcessPoolExecutor'].map(
      (name): RowInput => ({
        kind: 'type',
        api: `concurrent.futures.${name}`,
        type: `concurrent.futures.${name}`,
      }),
    ),
    { kind: 'container', api: 'functools.partial.bound', op: 'callBound' },
    // The program is fixed, and no shell reads the rest.
    {
      kind: 'sanitizer',
      api: 'shlex.split',
      clears: ['command-injection'],
      when: [{ input: 'Argument[0]', matches: fixedProgram, prefix: true }],
    },
    ...sinks('command-injection', 'Argument[0]|Argument[command]|Argument[cmd]', [
      ...members('os', 'system popen popen2 popen3 popen4'),
      'commands.getoutput',
      'commands.getstatusoutput',
      ...members('popen2', 'popen2 popen3 popen4 Popen3 Popen4'),
      'pexpect.run',
      'pexpect.spawn',
    ]),
    ...sinks('command-injection', argument(0, 'cmd'), [
      'subprocess.getoutput',
      'subprocess.getstatusoutput',
      'asyncio.create_subprocess_shell',
    ]),
    ...sinks('command-injection', 'Argument[executable]', runners),
    ...sinks('command-injection', argument(0, 'args'), runners, { when: shellTrue }),
    // Without a shell the program's name, or a whole command line given as one text, is what matters.
    ...sinks('command-injection', 'Argument[0].0|Argument[args].0', runners, {
      when: noShell,
      confidence: 60,
    }),
    ...sinks('command-injection', 'Argument[0].*', runners, {
      when: [
        ...noShell,
        { input: 'Argument[0].0', matches: interpreter, ignoreCase: true },
        { input: 'Argument[0].1', matches: '^-\\w*c$', not: true, orUnknown: true },
      ],
    }),
    // What follows the script is its arguments.
    ...sinks('command-injection', 'Argument[0].2', runners, {
      when: [
        ...noShell,
        { input: 'Argument[0].0', matches: interpreter, ignoreCase: true },
        { input: 'Argument[0].1', matches: '^-\\w*c$' },
      ],
    }),
    ...sinks('command-injection', 'Argument[0].*', runners, {
      when: [
        ...noShell,
        { input: 'Argument[0].0', matches: language, ignoreCase: true, orUnknown: true },
        { input: 'Argument[0].1', matches: '^-[ce]$' },
      ],
    }),
    ...sinks('command-injection', 'Argument[0]|Argument[1]', members('os', 'execl execle execlp execlpe')),
    ...sinks('command-injection', 'Argument[3]', members('os', 'execl execle execlp execlpe'), {
      when: [
        { input: 'Argument[0]', matches: interpreter },
        { input: 'Argument[2]', matches: '^-\\w*c$' },
      ],
    }),
    ...sinks(
      'command-injection',
      'Argument[1]|Argument[2]',
      members('os', 'spawnl spawnle spawnlp spawnlpe'),
    ),
    ...sinks('command-injection', 'Argument[4]', members('os', 'spawnl spawnle spawnlp spawnlpe'), {
      when: [
        { input: 'Argument[1]', matches: interpreter },
        { input: 'Argument[3]', matches: '^-\\w*c$' },
      ],
    }),
    // The name that the program is told of itself is left out.
    ...sinks('command-injection', 'Argument[2]', members('os', 'execl execle execlp execlpe'), {
      when: [
        { input: 'Argument[0]', matches: interpreter },
        { input: 'Argument[1]', matches: '^-\\w*c$' },
      ],
    }),
    ...sinks('command-injection', 'Argument[3]', members('os', 'spawnl spawnle spawnlp spawnlpe'), {
      when: [
        { input: 'Argument[1]', matches: interpreter },
        { input: 'Argument[2]', matches: '^-\\w*c$' },
      ],
    }),
    ...sinks('command-injection', 'Argument[2].1', members('os', 'spawnv spawnve spawnvp spawnvpe'), {
      when: [
        { input: 'Argument[1]', matches: interpreter },
        { input: 'Argument[2].0', matches: '^-\\w*c$' },
      ],
    }),
    // Modules that are imported by a constant name.
    ...['os', 'subprocess', 'pickle', 'marshal', 'yaml', 'sqlite3'].flatMap((module) =>
      ['__import__', 'importlib.import_module', 'importlib.__import__'].map(
        (api): RowInput => ({
          kind: 'type',
          api,
          type: module,
          when: [{ input: 'Argument[0]', is: [module] }],
        }),
      ),
    ),
    ...sinks(
      'command-injection',
      'Argument[0]|Argument[1].0',
      members('os', 'execv execve execvp execvpe posix_spawn posix_spawnp'),
    ),
    ...sinks(
      'command-injection',
      'Argument[1].2',
      members('os', 'execv execve execvp execvpe posix_spawn posix_spawnp'),
      {
        when: [
          { input: 'Argument[1].0', matches: '(?:^|/)(?:sh|bash|zsh|ksh|dash)$' },
          { input: 'Argument[1].1', matches: '^-\\w*c$' },
        ],
      },
    ),
    ...sinks(
      'command-injection',
      'Argument[1]|Argument[2].0',
      members('os', 'spawnv spawnve spawnvp spawnvpe'),
    ),
    ...sinks('command-injection', 'Argument[0]', [
      'os.startfile',
      'pty.spawn',
      'asyncio.create_subprocess_exec',
      'platform.popen',
    ]),
    ...sinks('command-injection', 'Argument[2].2', members('os', 'spawnv spawnve spawnvp spawnvpe'), {
      when: [
        { input: 'Argument[1]', matches: interpreter },
        { input: 'Argument[2].1', matches: '^-\\w*c$' },
      ],
    }),
    ...['create_subprocess_exec', 'create_subprocess_shell'].map(
      (name): RowInput => ({ kind: 'alias', api: `asyncio.subprocess.${name}`, of: `asyncio.${name}` }),
    ),
    ...makes(
      'asyncio.subprocess.Process',
      members('asyncio', 'create_subprocess_exec create_subprocess_shell'),
    ),
    ...sinks('command-injection', 'Argument[1..]', ['asyncio.create_subprocess_exec'], {
      when: [{ input: 'Argument[0]', matches: interpreter }],
    }),
    ...makes(
      'asyncio.AbstractEventLoop',
      members('asyncio', 'new_event_loop get_event_loop get_running_loop'),
    ),
    ...sinks(
      'command-injection',
      'Argument[1]',
      members('asyncio.AbstractEventLoop', 'subprocess_shell subprocess_exec'),
    ),
    ...sinks('command-injection', 'Argument[2..]', ['asyncio.AbstractEventLoop.subprocess_exec'], {
      when: [{ input: 'Argument[1]', matches: interpreter }],
    }),
    ...makes('subprocess.Popen', ['subprocess.Popen']),
    ...makes('subprocess.CompletedProcess', ['subprocess.run']),
    ...neutral([
      ...members('os', 'system popen'),
      'subprocess.call',
      'subprocess.check_call',
      'subprocess.check_output',
      'subprocess.getoutput',
    ]),
    ...sanitizers(['command-injection'], ['shlex.quote', 'pipes.quote', 'shlex.join']),

    // A program that is started on this machine to reach the other.
    ...sinks('command-injection', argument(0, 'command_line'), [
      ...members('paramiko', 'ProxyCommand proxy.ProxyCommand'),
    ]),
    ...makes('paramiko.SSHClient', ['paramiko.SSHClient']),
    ...sinks('command-injection', argument(0, 'command'), [
      'paramiko.SSHClient.exec_command',
      'paramiko.Channel.exec_command',
    ]),
    ...makes('fabric.Connection', ['fabric.Connection']),
    ...sinks('command-injection', argument(0, 'command'), [
      ...members('fabric.Connection', 'run sudo local'),
      ...members('fabric.api', 'run sudo local'),
      ...members('fabric.operations', 'run sudo local'),
      ...members('invoke', 'run sudo'),
    ]),
    {
      kind: 'entry',
      decorator: 'invoke.task',
      source: 'local',
      what: 'a command line argument',
      except: ['invoke.Context', 'fabric.Connection'],
    },
    {
      kind: 'handler',
      params: [{ name: '_?(?:c|ctx|context)', type: 'invoke.Context' }],
      requires: 'invoke',
    },
    ...sinks('command-injection', argument(0, 'command'), members('invoke.Context', 'run sudo')),
    ...makes('docker.Container', ['docker.models.containers.Container']),
  ],
});

export const evaluation = definePack({
  id: 'python/evaluation',
  languages: ['python'],
  title: 'Code from text',
  provenance:
    'Python library documentation: code, importlib, runpy, timeit; pandas, numexpr, sympy and langchain documentation',
  rows: [
    ...sinks('code-injection', 'Argument[0]', [
      'code.InteractiveInterpreter.runcode',
      'code.InteractiveInterpreter.runsource',
      'code.InteractiveConsole.push',
      'timeit.timeit',
      'timeit.repeat',
      'timeit.Timer',
      'runpy.run_path',
      'cProfile.run',
      'profile.run',
      'pandas.eval',
      'numexpr.evaluate',
      'sympy.sympify',
      'sympy.parse_expr',
      'langchain_experimental.utilities.PythonREPL.run',
      'langchain.utilities.PythonREPL.run',
      'langchain_experimental.tools.PythonREPLTool.run',
    ]),
    ...makes('langchain_experimental.utilities.PythonREPL', ['langchain_experimental.utilities.PythonREPL']),
    ...makes(
      'pandas.DataFrame',
      members(
        'pandas',
        'DataFrame read_csv read_sql read_sql_query read_sql_table read_excel read_json read_parquet read_table read_fwf read_feather read_orc read_hdf read_pickle read_clipboard read_xml read_spss read_sas read_stata read_gbq DataFrame.from_dict DataFrame.from_records concat merge pivot_table json_normalize',
      ),
    ),
    ...typed(
      'pandas.DataFrame',
      members(
        'pandas.DataFrame',
        'head tail sample copy assign drop dropna fillna drop_duplicates sort_values sort_index reset_index set_index rename merge join filter where mask astype replace round transpose T apply agg query add sub mul div mod pow isin nlargest nsmallest',
      ),
    ),
    ...sinks('code-injection', argument(0, 'expr'), members('pandas.DataFrame', 'eval query')),
    // Programs in other languages, which reach the program's own objects or the machine.
    ...makes('js2py.EvalJs', ['js2py.EvalJs', 'js2py.evaljs.EvalJs']),
    ...makes('py_mini_racer.MiniRacer', ['py_mini_racer.MiniRacer', 'py_mini_racer.py_mini_racer.MiniRacer']),
    ...makes('quickjs.Context', ['quickjs.Context']),
    ...makes('lupa.LuaRuntime', ['lupa.LuaRuntime']),
    ...makes('asteval.Interpreter', ['asteval.Interpreter']),
    ...sinks('code-injection', 'Argument[0]', [
      ...members('js2py', 'eval_js eval_js6 EvalJs.eval EvalJs.execute'),
      ...members('execjs', 'eval exec_ compile'),
      'dukpy.evaljs',
      ...members('py_mini_racer.MiniRacer', 'eval execute'),
      'quickjs.Context.eval',
      ...members('lupa.LuaRuntime', 'eval execute compile'),
      ...members('asteval.Interpreter', 'eval parse'),
    ]),
    ...sinks('unsafe-reflection', 'Argument[0]', [
      'importlib.import_module',
      'importlib.__import__',
      'pydoc.locate',
      'django.utils.module_loading.import_string',
      'werkzeug.utils.import_string',
      'runpy.run_module',
    ]),
    ...neutral(['ast.literal_eval']),
    ...sanitizers(['code-injection'], ['ast.literal_eval']),
  ],
});
