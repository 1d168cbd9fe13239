/** Programs whose options write files, run commands or send data elsewhere: https://sonarsource.github.io/argument-injection-vectors/. */
const risky = `git hg svn tar bsdtar gtar scp sftp rsync find zip sed awk gawk man curl wget nmap tcpdump yt-dlp youtube-dl chrome chromium
   chromium-browser google-chrome npm npx yarn pnpm pip3? uv docker podman kubectl helm terraform psql mysql mysqldump pg_dump
   sendmail rclone restic mvn gradle vim? gdb strace rpm dpkg apt apt-get openssl gpg wkhtmltopdf exiftool`;
/** Programs that run the program that they are given. */
const starters = 'ssh xargs env sudo';
const shells = 'sh bash zsh dash ksh ash csh fish cmd powershell pwsh';
/** Interpreters that run a text that they are given. */
const interpreters = `python\\d? perl ruby node php eval`;
/** Programs whose options do no harm. */
const harmless = `echo printf ping6? kill killall pkill sleep which true test xdg-open open explorer start nslookup host id groups ps pgrep lsof
   service systemctl whoami uname type where ls cat head tail wc stat du df cut basename dirname readlink realpath md5sum
   sha[0-9]{1,3}sum`;
/** Options that take no value: the word behind them is not theirs. */
const flags = `bare mirror recursive quiet verbose force all tags prune stat numstat oneline name-only name-status cached hard soft mixed
   no-[\\w-]+ graph reverse patch raw follow squash ff-only dry-run delete list porcelain short single-branch recurse-submodules
   progress get unset global local verify count first-parent heads symref refs help version silent fail location insecure
   compressed head create extract gzip xz archive relative checksum json yes ignore-unmatch`;

const any = (...words: readonly string[]): string => `(?:${words.join(' ').trim().split(/\s+/).join('|')})`;
/** A program's name, perhaps with its folder. */
const program = (...words: readonly string[]): string => `^(?:.*[\\\\/])?${any(...words)}(?:\\.exe|\\.cmd)?$`;

/** Regular expressions that rows of several libraries name: `matches: { named: shells }`. */
export const namedExpressions = {
  'risky-programs': program(risky, starters),
  /** As above, where what runs other programs counts as a shell. */
  'risky-tools': program(risky),
  shells: program(shells),
  /** What runs the words that it is given: shells, interpreters, programs that start others. */
  runners: program(shells, starters, interpreters),
  /** The name of a program that is none of these. */
  tools: `^(?!(?:.*[\\\\/])?${any(shells, starters, interpreters)}(?:\\.exe|\\.cmd)?$)[^\\s]{2,}$`,
  'harmless-programs': program(harmless),
  'flag-options': `^(?:--${any(flags)}|-(?:[qvySLkRIla]+|rf?|fr|f[sSLk]+|s[sSLkf]*|hide_banner|nostdin))$`,
  /** A command that begins with the whole name of a program that runs no other. */
  'tool-commands': `^\\s*(?!(?:\\S*[\\\\/])?${any(shells, starters, interpreters)}(?:\\.exe|\\.cmd)?\\s)\\S+\\s`,
  /** A command that begins with a program of risky options, and does not say where they end. */
  'risky-commands': `^\\s*(?:\\S*[\\\\/])?${any(risky)}(?:\\.exe|\\.cmd)?\\s(?!.*\\s--\\s)`,
  /** Content types that no browser runs scripts in, as Express, Fastify and Node.js take them. */
  'plain-content-types':
    '^(?:text/plain|text$|txt|json|application/(?!xhtml|xml|html)|text/css|css|text/csv|csv|text/markdown|image/(?!svg)|(?:audio|video|font)/)',
  'page-content-types': '^(?:(?:text/)?x?html|application/(?:xhtml|xml)|(?:text/)?xml|(?:image/)?svg)',
} as const satisfies Record<string, string>;

export type NamedExpression = keyof typeof namedExpressions;

const isNamed = (name: string): name is NamedExpression => name in namedExpressions;
export const expressionNames: readonly NamedExpression[] = Object.keys(namedExpressions).filter(isNamed);
