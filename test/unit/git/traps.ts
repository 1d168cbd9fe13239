/**
 * Repositories whose configuration starts a program, one a way that git has for it. Each says with which command plain
 * git falls for it, so that a trap that no longer works is noticed.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

export class TrappedRepository implements Disposable {
  readonly home = mkdtempSync(path.join(tmpdir(), 'parapet-trap-'));
  readonly root = path.join(this.home, 'project');
  /** A program that leaves a mark. */
  readonly program = path.join(this.home, 'program.sh');

  constructor() {
    mkdirSync(this.root);
    writeFileSync(this.program, `#!/bin/sh\necho "$@" >> '${this.#mark}'\nexit 1\n`);
    chmodSync(this.program, 0o755);
    this.git('init', '-q', '-b', 'main');
    this.write('a.js', 'one\ntwo\n');
    this.write('gone.js', 'gone\n');
    this.write('kept.js', 'kept\n'.repeat(20));
    this.commit();
    this.git('branch', 'other');
    this.git('mv', 'kept.js', 'renamed.js');
    this.write('a.js', 'one\nchanged\n');
    this.commit();
    this.write('a.js', 'one\nchanged on the disk\n');
    this.write('new.js', 'new\n');
    rmSync(this.at('gone.js'));
  }

  get #mark(): string {
    return path.join(this.home, 'mark');
  }

  at(name: string): string {
    return path.join(this.root, name);
  }

  write(name: string, text: string): void {
    mkdirSync(path.dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), text);
  }

  config(text: string): void {
    appendFileSync(this.at('.git/config'), `${text}\n`);
  }

  git(...args: string[]): string {
    const settings = ['user.name=T', 'user.email=t@example.com', 'protocol.file.allow=always'];
    return execFileSync('git', [...settings.flatMap((one) => ['-c', one]), '-C', this.root, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  commit(): string {
    this.git('add', '--all');
    this.git('commit', '-q', '-m', 'Change');
    return this.git('rev-parse', 'HEAD');
  }

  /** Takes the last commit away and names a remote that it could be fetched from. */
  promise(remote: string): void {
    const head = this.git('rev-parse', 'HEAD');
    rmSync(this.at(`.git/objects/${head.slice(0, 2)}/${head.slice(2)}`));
    this.config(
      `[core]\n\trepositoryformatversion = 1\n[extensions]\n\tpartialClone = evil\n[remote "evil"]\n\tpromisor = true\n${remote}`,
    );
  }

  /** Whether the program ran since this was last asked. */
  sprung(): boolean {
    const ran = existsSync(this.#mark);
    rmSync(this.#mark, { force: true });
    return ran;
  }

  /** Waits for the program: git may end before what it started. */
  async springs(): Promise<boolean> {
    for (let turn = 0; turn < 50; turn += 1) {
      if (this.sprung()) return true;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return false;
  }

  /** What plain git does; how it ends does not matter. */
  async plain(command: readonly string[], input = ''): Promise<void> {
    await new Promise<void>((resolve) => {
      const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', HOME: this.home, GIT_CONFIG_NOSYSTEM: '1' };
      const settings = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
      const child = execFile(
        'git',
        [...settings, '-C', this.root, ...command],
        { env, timeout: 20_000 },
        () => resolve(),
      );
      // Most commands read nothing, and may have ended before anything is written.
      child.stdin?.on('error', () => undefined).end(input);
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.home, { recursive: true, force: true });
  }
}

export interface Trap {
  readonly name: string;
  readonly set: (trapped: TrappedRepository) => void | (() => void) | Promise<() => void>;
  /** The command by which plain git runs the program; why there is none, where there is none. */
  readonly plain: readonly string[] | string;
  /** What that command reads. */
  readonly input?: string;
}

const resolveHead = ['rev-parse', 'HEAD^{commit}'];

/** A server that wants a password. */
async function lockedServer(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((_, response) => {
    response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/x`, close: () => server.close() };
}

/** A commit with a signature, which git asks a program about. */
function signCommit(trapped: TrappedRepository, kind: 'PGP' | 'SSH'): void {
  const [head = '', ...rest] = trapped.git('cat-file', 'commit', 'HEAD').split('\n\n');
  const signature = `gpgsig -----BEGIN ${kind} SIGNATURE-----\n \n aaaa\n -----END ${kind} SIGNATURE-----`;
  trapped.write('.git/signed', `${head}\n${signature}\n\n${rest.join('\n\n')}\n`);
  const commit = trapped.git('hash-object', '-t', 'commit', '-w', '.git/signed');
  trapped.git('update-ref', 'HEAD', commit);
}

const byAttribute = (trapped: TrappedRepository, text: string) => {
  trapped.write('.gitattributes', '*.js filter=evil diff=evil merge=evil\n');
  trapped.config(text);
};

export const traps: readonly Trap[] = [
  {
    name: 'a promised commit, over ext::',
    set: (at) => at.promise(`\turl = "ext::${at.program}"\n[protocol "ext"]\n\tallow = always`),
    plain: resolveHead,
  },
  {
    name: 'a promised commit, over ssh with core.sshCommand',
    set: (at) =>
      at.promise(
        `\turl = ssh://x.invalid/y\n[core]\n\tsshCommand = "${at.program}"\n[protocol "ssh"]\n\tallow = always`,
      ),
    plain: resolveHead,
  },
  {
    name: 'a promised commit, from a folder with its own upload-pack',
    set: (at) =>
      at.promise(`\turl = ${at.root}\n\tuploadpack = "${at.program}"\n[protocol "file"]\n\tallow = always`),
    plain: resolveHead,
  },
  {
    name: 'a promised commit, over git:// with core.gitProxy',
    set: (at) =>
      at.promise(
        `\turl = git://127.0.0.1:1/x\n[core]\n\tgitProxy = "${at.program}"\n[protocol "git"]\n\tallow = always`,
      ),
    plain: resolveHead,
  },
  {
    name: 'a promised commit, by a helper that remote.<name>.vcs names',
    set: (at) => at.promise(`\tvcs = ext\n\turl = "${at.program}"\n[protocol "ext"]\n\tallow = always`),
    plain: resolveHead,
  },
  {
    name: 'a promised commit, behind a password that credential.helper knows',
    set: async (at) => {
      const { url, close } = await lockedServer();
      at.promise(
        `\turl = ${url}\n[credential]\n\thelper = "!${at.program}"\n[protocol "http"]\n\tallow = always`,
      );
      return close;
    },
    plain: resolveHead,
  },
  {
    name: 'a promised commit, behind a password that core.askPass asks for',
    set: async (at) => {
      const { url, close } = await lockedServer();
      at.promise(`\turl = ${url}\n[core]\n\taskPass = "${at.program}"\n[protocol "http"]\n\tallow = always`);
      return close;
    },
    plain: resolveHead,
  },
  {
    name: 'a promised commit, with a list of bundles to fetch first',
    set: async (at) => {
      const { url, close } = await lockedServer();
      at.promise(
        `\turl = ${url}\n[fetch]\n\tbundleURI = ${url}\n[credential "${url}"]\n\thelper = "!${at.program}"`,
      );
      return close;
    },
    plain: resolveHead,
  },
  {
    name: 'a promised commit, where the promise is in an included file',
    set: (at) => {
      at.write(
        'more.config',
        `[protocol "ext"]\n\tallow = always\n[remote "evil"]\n\turl = "ext::${at.program}"\n`,
      );
      at.promise('[include]\n\tpath = ../more.config');
    },
    plain: resolveHead,
  },
  {
    name: 'a promised commit of an alternate object store',
    set: (at) => {
      mkdirSync(at.at('store'));
      execFileSync('mv', [at.at('.git/objects'), at.at('store/objects')]);
      at.write('.git/objects/info/alternates', '../../store/objects\n');
      mkdirSync(at.at('.git/objects/pack'));
      at.config(
        `[core]\n\trepositoryformatversion = 1\n\talternateRefsCommand = ${at.program}\n[extensions]\n\tpartialClone = evil\n[remote "evil"]\n\tpromisor = true\n\turl = "ext::${at.program}"\n[protocol "ext"]\n\tallow = always`,
      );
      const head = at.git('rev-parse', 'HEAD');
      rmSync(at.at(`store/objects/${head.slice(0, 2)}/${head.slice(2)}`));
    },
    plain: resolveHead,
  },
  {
    name: 'core.fsmonitor',
    set: (at) => at.config(`[core]\n\tfsmonitor = ${at.program}`),
    plain: ['status'],
  },
  {
    name: 'a hook on the disk',
    set: (at) => {
      for (const hook of [
        'reference-transaction',
        'post-index-change',
        'pre-auto-gc',
        'fsmonitor-watchman',
      ]) {
        writeFileSync(at.at(`.git/hooks/${hook}`), readFileSync(at.program));
        chmodSync(at.at(`.git/hooks/${hook}`), 0o755);
      }
    },
    plain: ['branch', 'one-more'],
  },
  {
    name: 'core.hooksPath',
    set: (at) => {
      at.write('hooks/reference-transaction', readFileSync(at.program, 'utf8'));
      at.write('hooks/post-index-change', readFileSync(at.program, 'utf8'));
      execFileSync('chmod', ['-R', '755', at.at('hooks')]);
      at.config('[core]\n\thooksPath = hooks');
    },
    plain: ['branch', 'one-more'],
  },
  {
    name: 'include.path',
    set: (at) => {
      at.write('more.config', `[core]\n\tfsmonitor = ${at.program}\n`);
      at.config('[include]\n\tpath = ../more.config');
    },
    plain: ['status'],
  },
  {
    name: 'includeIf',
    set: (at) => {
      at.write('more.config', `[core]\n\tfsmonitor = ${at.program}\n`);
      at.config('[includeIf "gitdir:**/.git"]\n\tpath = ../more.config');
    },
    plain: ['status'],
  },
  {
    name: 'extensions.worktreeConfig',
    set: (at) => {
      at.config('[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true');
      at.write('.git/config.worktree', `[core]\n\tfsmonitor = ${at.program}\n`);
    },
    plain: ['status'],
  },
  {
    name: '.git as a file that names a folder of the work tree',
    set: (at) => {
      at.config(`[core]\n\tfsmonitor = ${at.program}`);
      execFileSync('mv', [at.at('.git'), at.at('hidden')]);
      at.write('.git', 'gitdir: hidden\n');
    },
    plain: ['status'],
  },
  {
    name: 'a linked work tree whose shared half names a program',
    set: (at) => {
      at.git('worktree', 'add', '-q', path.join(at.home, 'linked'), 'other');
      execFileSync('mv', [at.at('.git'), path.join(at.home, 'shared')]);
      execFileSync('rm', ['-rf', at.root]);
      execFileSync('mv', [path.join(at.home, 'linked'), at.root]);
      at.write('.git', `gitdir: ${path.join(at.home, 'shared/worktrees/linked')}\n`);
      appendFileSync(path.join(at.home, 'shared/config'), `[core]\n\tfsmonitor = ${at.program}\n`);
    },
    plain: ['status'],
  },
  {
    name: 'a nested repository that is tracked as a submodule',
    set: (at) => {
      execFileSync('cp', ['-r', at.root, path.join(at.home, 'copy')]);
      execFileSync('mv', [path.join(at.home, 'copy'), at.at('nested')]);
      at.git('add', 'nested');
      appendFileSync(at.at('nested/.git/config'), `[core]\n\tfsmonitor = ${at.program}\n`);
    },
    plain: ['status'],
  },
  {
    name: 'diff.external',
    set: (at) => at.config(`[diff]\n\texternal = ${at.program}`),
    plain: ['diff'],
  },
  {
    name: 'diff.<driver>.command',
    set: (at) => byAttribute(at, `[diff "evil"]\n\tcommand = ${at.program}`),
    plain: ['diff'],
  },
  {
    name: 'diff.<driver>.textconv',
    set: (at) => byAttribute(at, `[diff "evil"]\n\ttextconv = ${at.program}`),
    plain: ['blame', 'a.js'],
  },
  {
    name: 'filter.<driver>.clean',
    set: (at) => byAttribute(at, `[filter "evil"]\n\tclean = ${at.program}`),
    plain: ['add', '--all'],
  },
  {
    name: 'filter.<driver>.smudge',
    set: (at) => byAttribute(at, `[filter "evil"]\n\tsmudge = ${at.program}`),
    plain: ['checkout', '--', 'gone.js'],
  },
  {
    name: 'filter.<driver>.process',
    set: (at) => byAttribute(at, `[filter "evil"]\n\tprocess = ${at.program}`),
    plain: ['add', '--all'],
  },
  {
    name: 'filters that info/attributes gives to files',
    set: (at) => {
      at.write('.git/info/attributes', '*.js filter=evil\n');
      at.config(`[filter "evil"]\n\tclean = ${at.program}`);
    },
    plain: ['add', '--all'],
  },
  {
    name: 'merge.<driver>.driver',
    set: (at) => {
      at.git('checkout', '-q', '-f', 'other');
      at.write('a.js', 'one\nelse\n');
      at.commit();
      byAttribute(at, `[merge "evil"]\n\tdriver = ${at.program}`);
    },
    plain: ['merge', 'main'],
  },
  {
    name: 'gpg.program, where signatures are always shown',
    set: (at) => {
      signCommit(at, 'PGP');
      at.config(`[log]\n\tshowSignature = true\n[gpg]\n\tprogram = ${at.program}`);
    },
    plain: ['log'],
  },
  {
    name: 'gpg.ssh.program, where signatures are always shown',
    set: (at) => {
      signCommit(at, 'SSH');
      at.config(
        `[log]\n\tshowSignature = true\n[gpg "ssh"]\n\tprogram = ${at.program}\n\tallowedSignersFile = /dev/null`,
      );
    },
    plain: ['log'],
  },
  {
    name: 'core.editor',
    set: (at) => at.config(`[core]\n\teditor = ${at.program}`),
    plain: ['commit', '--allow-empty'],
  },
  {
    name: 'sequence.editor',
    set: (at) => at.config(`[sequence]\n\teditor = ${at.program}`),
    plain: ['rebase', '--interactive', '--autostash', 'HEAD~1'],
  },
  {
    name: 'alias.<name>',
    set: (at) => at.config(`[alias]\n\tzzz = "!${at.program}"\n\tls-files = "!${at.program}"`),
    plain: ['zzz'],
  },
  {
    name: 'core.alternateRefsCommand',
    set: (at) => {
      execFileSync('cp', ['-r', at.at('.git'), path.join(at.home, 'store.git')]);
      at.write('.git/objects/info/alternates', `${path.join(at.home, 'store.git')}/objects\n`);
      at.config(`[core]\n\talternateRefsCommand = ${at.program}`);
    },
    plain: ['fetch', '.'],
  },
  {
    name: 'remote.<name>.receivepack',
    set: (at) => at.config(`[remote "origin"]\n\turl = ${at.root}\n\treceivepack = ${at.program}`),
    plain: ['push', 'origin', 'main'],
  },
  {
    name: 'submodule.<name>.update',
    set: (at) => {
      execFileSync('git', ['clone', '-q', at.root, path.join(at.home, 'module')]);
      at.git('submodule', '--quiet', 'add', path.join(at.home, 'module'), 'module');
      at.git('-C', 'module', 'checkout', '-q', 'HEAD~1');
      at.config(`[submodule "module"]\n\tupdate = "!${at.program}"`);
    },
    plain: ['submodule', 'update'],
  },
  {
    name: 'interactive.diffFilter',
    set: (at) => at.config(`[interactive]\n\tdiffFilter = ${at.program}\n[color]\n\tui = always`),
    plain: 'git colours, and then filters, only on a terminal',
  },
  {
    name: 'trailer.<token>.command',
    set: (at) => at.config(`[trailer "t"]\n\tkey = T\n\tifmissing = add\n\tcommand = ${at.program}`),
    plain: ['interpret-trailers'],
    input: 'subject\n\nbody\n',
  },
  {
    name: 'tar.<format>.command',
    set: (at) => at.config(`[tar "evil"]\n\tcommand = ${at.program}`),
    plain: ['archive', '--format=evil', 'HEAD'],
  },
  {
    name: 'difftool.<tool>.cmd',
    set: (at) => at.config(`[difftool "evil"]\n\tcmd = ${at.program}`),
    plain: ['difftool', '--no-prompt', '--tool=evil'],
  },
  {
    name: 'core.pager and pager.<command>',
    set: (at) =>
      at.config(
        `[core]\n\tpager = ${at.program}\n[pager]\n\tls-files = ${at.program}\n\tblame = ${at.program}`,
      ),
    plain: 'git pages only on a terminal',
  },
  {
    name: 'uploadpack.packObjectsHook',
    set: (at) => at.config(`[uploadpack]\n\tpackObjectsHook = ${at.program}`),
    plain: 'git heeds it in the user’s own configuration only',
  },
  {
    name: 'browsers, manuals, mail, and what newer versions of git run',
    set: (at) =>
      at.config(`[web]
	browser = evil
[browser "evil"]
	cmd = ${at.program}
[man]
	viewer = evil
[man "evil"]
	cmd = ${at.program}
[help]
	format = web
[imap]
	tunnel = ${at.program}
[sendemail]
	toCmd = ${at.program}
[guitool "evil"]
	cmd = ${at.program}
[mergetool "evil"]
	cmd = ${at.program}
[gpg "ssh"]
	defaultKeyCommand = ${at.program}
[gc]
	recentObjectsHook = ${at.program}
[hook "evil"]
	event = post-index-change
	command = ${at.program}
[core]
	fsmonitor = ${at.program}`),
    plain: ['status'],
  },
];
