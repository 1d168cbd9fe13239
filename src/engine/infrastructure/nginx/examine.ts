import type { Hit, Rule, SafeEdit } from '../rule.ts';
import { type Directive, readNginx, within } from './config.ts';

interface Place {
  readonly at: number;
  readonly end: number;
  readonly message: string;
  readonly fix?: SafeEdit;
}

/** A rule about one directive of nginx. */
interface DirectiveRule extends Rule {
  readonly names: readonly string[];
  readonly find: (directive: Directive) => readonly Place[];
}

/** Decoded by nginx, so that line breaks of a client are in it (nginx.org/en/docs/http/ngx_http_core_module.html#variables). */
const decoded = /\$(?:uri|document_uri|\{(?:document_)?uri\})(?!\w)/g;

/** The part of a pattern that a capture gives: only one that excludes white space holds no line break. */
const capturesAnything = (pattern: string): boolean =>
  /\((?:\?<\w+>)?\.[*+]\??\)|\((?:\?<\w+>)?\[\^[^\]\\]*\][*+]\)/.test(pattern);

/** Variables of nginx that a client chooses in whole. */
const ofClient =
  /^\$\{?(?:arg_\w+|args|query_string|http_\w+|cookie_\w+|request_uri|uri|document_uri|host|[1-9])\b/;

const locationOf = (directive: Directive): Directive | undefined => {
  for (let at = directive.parent; at; at = at.parent) if (at.name === 'location') return at;
  return undefined;
};

/** The prefix of a location; undefined for one that is a regular expression or exact. */
function prefixOf({ args }: Directive): string | undefined {
  const [first, second] = args;
  if (!first || /^[~=@]/.test(first.text)) return undefined;
  return first.text === '^~' ? second?.text : first.text;
}

const inserted = (at: number, text: string, title: string, explanation: string): SafeEdit => ({
  title,
  explanation,
  edits: [{ at, end: at, text }],
});

/** Where a pattern of `rewrite` or `location ~` gives what `$1` stands for. */
const patternsOf = (directive: Directive): readonly string[] => {
  const location = locationOf(directive);
  const own = directive.name === 'rewrite' ? [directive.args[0]?.text ?? ''] : [];
  return /^~/.test(location?.args[0]?.text ?? '') ? [...own, location?.args[1]?.text ?? ''] : own;
};

export const nginxRules: readonly DirectiveRule[] = [
  {
    id: 'nginx/alias-traversal/alias',
    title: 'Files beside the folder of an alias',
    cwes: ['CWE-22'],
    score: 74,
    confidence: 92,
    remediation: 'End the location with a slash, as its alias ends.',
    names: ['alias'],
    find: ({ args: [target], parent }) => {
      const prefix = parent?.name === 'location' ? prefixOf(parent) : undefined;
      const last = parent?.args.at(-1);
      if (!target?.text.endsWith('/') || prefix === undefined || prefix.endsWith('/') || !last) return [];
      return [
        {
          at: last.at,
          end: last.end,
          message: `A request for \`${prefix}../\` reaches what is beside \`${target.text}\`, because the location has no slash at its end.`,
          fix: inserted(
            last.end,
            '/',
            `End the location with a slash: ${prefix}/`,
            `\`${prefix}\` without a slash is no longer served by this location.`,
          ),
        },
      ];
    },
  },
  {
    id: 'nginx/alias-traversal/root-folder',
    title: 'Root of the file system served',
    cwes: ['CWE-22'],
    score: 70,
    confidence: 80,
    remediation: 'Serve a folder that holds nothing but what is public.',
    names: ['root'],
    find: ({ at, end, args: [folder], parent }) =>
      folder && /^\/(?:etc|root|home|var)?\/?$/.test(folder.text) && parent?.name !== 'if'
        ? [
            {
              at,
              end,
              message: `Requests are answered from \`${folder.text}\`, so configuration and keys of the host can be downloaded.`,
            },
          ]
        : [],
  },
  {
    id: 'nginx/alias-traversal/merge-slashes',
    title: 'Slashes that are not merged',
    cwes: ['CWE-22'],
    score: 30,
    confidence: 70,
    remediation: 'Leave merge_slashes on, unless paths hold encoded data.',
    names: ['merge_slashes'],
    find: ({ at, end, args: [value] }) =>
      value?.text === 'off'
        ? [
            {
              at,
              end,
              message:
                'A path such as `//../` reaches programs behind the server as it is, past locations that should stop it.',
              fix: {
                title: 'Leave merge_slashes on',
                explanation: 'Slashes one after the other count as one again.',
                edits: [{ at: value.at, end: value.end, text: 'on' }],
              },
            },
          ]
        : [],
  },
  {
    id: 'nginx/proxy-injection/upstream',
    title: 'Server that the client chooses',
    cwes: ['CWE-918'],
    score: 72,
    confidence: 85,
    remediation: 'Name the servers, or choose among them by map.',
    names: ['proxy_pass'],
    find: (directive) => {
      const [target] = directive.args;
      const host = /^(?:https?:\/\/)?(.*)$/.exec(target?.text ?? '')?.[1] ?? '';
      const chosen = ofClient.exec(host)?.[0];
      if (!target || chosen === undefined) return [];
      if (/^\$\{?[1-9]/.test(chosen) && !patternsOf(directive).some(capturesAnything)) return [];
      return [
        {
          at: target.at,
          end: target.end,
          message: `\`${chosen}\` of the request decides which server is asked, so a client reaches servers behind this one.`,
        },
      ];
    },
  },
  {
    id: 'nginx/proxy-injection/header',
    title: 'Decoded path in a header',
    cwes: ['CWE-113'],
    score: 60,
    confidence: 88,
    remediation: 'Use $request_uri, which stays encoded.',
    names: ['return', 'add_header', 'proxy_set_header', 'rewrite', 'proxy_pass'],
    find: (directive) => {
      const { name, args } = directive;
      const values = name === 'proxy_pass' ? args : args.slice(1);
      const isRedirect = name === 'return' && /^30\d$/.test(args[0]?.text ?? '');
      const isRewrite = name === 'rewrite' && /^(?:redirect|permanent)$/.test(args.at(-1)?.text ?? '');
      if ((name === 'return' && !isRedirect) || (name === 'rewrite' && !isRewrite)) return [];
      return values.flatMap((word): Place[] => {
        const used = [...word.text.matchAll(decoded)][0]?.[0];
        if (
          used === undefined ||
          (name === 'proxy_pass' && ofClient.test(word.text.replace(/^https?:\/\//, '')))
        )
          return [];
        const edits = [...word.text.matchAll(decoded)].map(({ index, 0: variable }) => {
          const at = word.at + (word.end - word.at > word.text.length ? 1 : 0) + index;
          return { at, end: at + variable.length, text: '$request_uri' };
        });
        const title = `Use $request_uri instead of ${used}`;
        const explanation = '`$request_uri` is what the client sent, still encoded, with its query.';
        return [
          {
            at: word.at,
            end: word.end,
            message: `\`${used}\` is decoded, so \`%0d%0a\` in a path ends a header of this ${name === 'proxy_set_header' || name === 'proxy_pass' ? 'request' : 'answer'} and begins another.`,
            ...(isRedirect && { fix: { title, explanation, edits } }),
          },
        ];
      });
    },
  },
  {
    id: 'nginx/weak-transport/protocols',
    title: 'Old versions of TLS',
    cwes: ['CWE-326'],
    score: 50,
    confidence: 95,
    remediation: 'Name TLSv1.2 and TLSv1.3 only.',
    names: ['ssl_protocols', 'proxy_ssl_protocols'],
    find: ({ at, end, args }) => {
      const old = args.filter(({ text }) => /^(?:SSLv[23]|TLSv1|TLSv1\.1)$/i.test(text));
      const [first] = args;
      if (old.length === 0 || !first) return [];
      return [
        {
          at,
          end,
          message: `Connections with ${old.map(({ text }) => text).join(', ')} are accepted, whose encryption can be broken.`,
          fix: {
            title: 'Accept TLS 1.2 and 1.3 only',
            explanation: 'Clients that know nothing newer than TLS 1.1 can no longer connect.',
            edits: [{ at: first.at, end, text: 'TLSv1.2 TLSv1.3' }],
          },
        },
      ];
    },
  },
  {
    id: 'nginx/weak-transport/ciphers',
    title: 'Broken ciphers',
    cwes: ['CWE-327'],
    score: 50,
    confidence: 90,
    remediation: 'Name ciphers with forward secrecy and authentication only.',
    names: ['ssl_ciphers', 'proxy_ssl_ciphers'],
    find: ({ at, end, args: [list] }) => {
      const broken = (list?.text ?? '')
        .split(/[:, ]/)
        .find((name) =>
          /^\+?(?:(?:[A-Z0-9]+-)*(?:RC4|DES|3DES|NULL|EXP|EXPORT\d*|MD5)(?:-[A-Z0-9]+)*|eNULL|aNULL|ADH|LOW|ALL)$/i.test(
            name,
          ),
        );
      return broken === undefined
        ? []
        : [{ at, end, message: `\`${broken}\` lets clients choose ciphers that can be broken, or none.` }];
    },
  },
  {
    id: 'nginx/tls-verification-disabled/upstream',
    title: 'Certificates of servers behind are not checked',
    cwes: ['CWE-295'],
    score: 40,
    confidence: 85,
    remediation: 'Set proxy_ssl_verify to on, with the authority in proxy_ssl_trusted_certificate.',
    names: ['proxy_ssl_verify', 'grpc_ssl_verify'],
    find: ({ at, end, args: [value] }) =>
      value?.text === 'off'
        ? [{ at, end, message: 'The answer of any server is taken, whatever its certificate.' }]
        : [],
  },
  {
    id: 'nginx/directory-listing/autoindex',
    title: 'Listing of folders',
    cwes: ['CWE-548'],
    score: 30,
    confidence: 90,
    remediation: 'Switch autoindex off.',
    names: ['autoindex'],
    find: (directive) => {
      const {
        at,
        end,
        args: [value],
      } = directive;
      if (value?.text !== 'on') return [];
      const where = locationOf(directive)?.args.at(-1)?.text ?? 'the whole server';
      return [
        {
          at,
          end,
          message: `Everybody sees the names of all files in the folders of \`${where}\`.`,
          fix: {
            title: 'Switch autoindex off',
            explanation: 'Folders without an index page are answered with 403.',
            edits: [{ at: value.at, end: value.end, text: 'off' }],
          },
        },
      ];
    },
  },
];

/** Returns the issues of a configuration of nginx, and where reading it ended early. */
export function examineNginx(text: string): {
  readonly hits: readonly Hit[];
  readonly brokenAt: number | undefined;
} {
  const { directives, brokenAt } = readNginx(text);
  const hits = [...within(directives)].flatMap((directive) =>
    nginxRules
      .filter(({ names }) => names.includes(directive.name))
      .flatMap((rule) =>
        rule.find(directive).map((place) => ({
          ...place,
          rule,
          subject: locationOf(directive)?.args.at(-1)?.text ?? directive.name,
        })),
      ),
  );
  return { hits, brokenAt };
}
