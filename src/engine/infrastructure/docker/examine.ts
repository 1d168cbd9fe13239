import { isPlainRemote } from '../../ai-inventory/networks.ts';
import { secretKindOf } from '../../secrets/names.ts';
import type { Hit } from '../rule.ts';
import { isWorldWritable, riskyCommands } from './commands.ts';
import { assignmentsIn, type Instruction, readDockerfile, type Stage } from './dockerfile.ts';
import { imageReference, isMutable } from './image.ts';
import {
  addedAddress,
  copiedSecret,
  mutableBase,
  plainDownload,
  remoteLogin,
  runsAsRoot,
  secretVariable,
  switchesToRoot,
  uncheckedByVariable,
  worldWritable,
} from './rules.ts';

/** Returns the issues of a Dockerfile, and the 1-based lines that could not be read. */
export function examineDockerfile(text: string): {
  readonly hits: readonly Hit[];
  readonly unread: readonly number[];
} {
  const { file, unknown } = readDockerfile(text);
  const last = file.stages.at(-1);
  const hits = [
    ...file.stages.flatMap((stage) => baseOf(stage)),
    ...(last ? userOf(last) : []),
    ...file.stages.flatMap((stage) =>
      stage.instructions.flatMap((instruction) => instructionHits(instruction, stage)),
    ),
  ];
  return { hits, unread: file.stages.length === 0 ? [] : unknown };
}

function baseOf(stage: Stage): readonly Hit[] {
  const { image, base, imageAt: at, imageEnd: end } = stage;
  if (image === undefined || base || image === 'scratch') return [];
  const reference = imageReference(image);
  if (!reference || !isMutable(reference)) return [];
  const why = reference.tag === undefined ? 'has no tag, so it means `latest`' : 'is the newest one';
  return [
    {
      rule: mutableBase,
      at,
      end,
      message: `The base image \`${image}\` ${why}: each build may start from another one.`,
      subject: image,
    },
  ];
}

/** The user that the last stage ends with, of its own or of the stages that it continues. */
function userOf(last: Stage): readonly Hit[] {
  let user: Instruction | undefined;
  for (let stage: Stage | undefined = last; stage && !user; stage = stage.base)
    user = stage.instructions.findLast(({ name }) => name === 'USER');
  const root = rootOf(last);
  if (user) {
    const name = user.body.trim().replace(/^(["'])(.*)\1$/, '$2');
    if (!/^(?:root|0)(?::|$)/.test(name)) return [];
    const nameAt = user.bodyAt + (user.body.length - user.body.trimStart().length);
    return [
      {
        rule: switchesToRoot,
        at: nameAt,
        end: nameAt + user.body.trim().length,
        message: `Whatever runs in a container of this image is root, because its last USER is \`${name}\`.`,
        subject: 'USER',
      },
    ];
  }
  // What is not run has no user: images of files alone have no command.
  const isRun = hasCommand(last) || root.image !== 'scratch';
  if (!isRun || usersOwn(root.image)) return [];
  return [
    {
      rule: runsAsRoot,
      at: last.from.at,
      end: last.from.lineEnd,
      message: `No USER follows \`FROM ${root.image ?? '…'}\`, so containers run as root unless that image names a user.`,
      subject: 'FROM',
    },
  ];
}

function rootOf(stage: Stage): Stage {
  let root = stage;
  while (root.base) root = root.base;
  return root;
}

function hasCommand(stage: Stage): boolean {
  for (let each: Stage | undefined = stage; each; each = each.base)
    if (each.instructions.some(({ name }) => name === 'CMD' || name === 'ENTRYPOINT')) return true;
  return false;
}

/** Distroless images of this tag have a user (github.com/GoogleContainerTools/distroless). */
const usersOwn = (image = ''): boolean => {
  const { repository = '', tag = '' } = imageReference(image) ?? {};
  return repository.startsWith('gcr.io/distroless/') && /^(?:debug-)?nonroot(?:-|$)/.test(tag);
};

function instructionHits(instruction: Instruction, { image = '' }: Stage): readonly Hit[] {
  const { name, body, bodyAt, heredocs } = instruction;
  switch (name) {
    case 'RUN': {
      const shell = /^\s*(?:--\S+\s+)*/.exec(body)?.[0].length ?? 0;
      const own = isExecForm(body.slice(shell))
        ? []
        : riskyCommands(body.slice(shell), bodyAt + shell, image);
      return [...own, ...heredocs.flatMap(({ at, text }) => riskyCommands(text, at, image))];
    }
    case 'ADD':
    case 'COPY':
      return [...added(instruction), ...copied(instruction)];
    case 'ARG':
    case 'ENV':
      return variables(instruction);
    case 'EXPOSE':
      return ports(instruction);
    default:
      return [];
  }
}

const isExecForm = (body: string): boolean => /^\s*\[\s*"/.test(body);

/** The words of an ADD or COPY, with their offsets. */
const wordsOf = ({ body, bodyAt }: Instruction): readonly { text: string; at: number; end: number }[] => {
  const words = [...body.matchAll(/"((?:\\.|[^"\\])*)"|[^\s"[\],]+|[^\s"]+/g)];
  return words.map((word) => ({
    text: word[1] ?? word[0],
    at: bodyAt + word.index,
    end: bodyAt + word.index + word[0].length,
  }));
};

function added(instruction: Instruction): readonly Hit[] {
  const words = wordsOf(instruction);
  if (instruction.name !== 'ADD' || words.some(({ text }) => text.startsWith('--checksum='))) return [];
  return words.slice(0, -1).flatMap(({ text, at, end }): Hit[] => {
    if (!/^(?:https?|ftp):\/\//i.test(text) || /\.git#[0-9a-f]{40}(?::|$)/.test(text)) return [];
    const subject = text;
    if (isPlainRemote(text))
      return [
        {
          ...{ rule: plainDownload, at, end, subject },
          message: `\`${text.slice(0, 120)}\` is added without TLS, so anybody on the way can replace it.`,
        },
      ];
    return [
      {
        ...{ rule: addedAddress, at, end, subject },
        message: `\`${text.slice(0, 120)}\` is added as it is on the day of the build.`,
      },
    ];
  });
}

const credentialFile =
  /(?:^|\/)(?:\.env(?:\.(?:local|prod|production|staging))?|id_(?:rsa|dsa|ecdsa|ed25519)|\.npmrc|\.pypirc|\.netrc|\.pgpass|\.git-credentials|\.aws\/credentials|\.docker\/config\.json|\.kube\/config|kubeconfig|[\w.-]+\.(?:p12|pfx|jks|keystore)|[\w.-]*(?:private|key)[\w.-]*\.pem|[\w.-]+\.key)$/i;

function copied(instruction: Instruction): readonly Hit[] {
  const words = wordsOf(instruction);
  const mode = words.find(({ text }) => text.startsWith('--chmod='));
  const files = words.filter(({ text }) => !text.startsWith('--')).slice(0, -1);
  const hits: Hit[] = [];
  if (mode && isWorldWritable(mode.text.slice(8)))
    hits.push({
      ...{ rule: worldWritable, at: mode.at, end: mode.end, subject: 'COPY' },
      message: `Every user of the container may change what is copied with \`${mode.text}\`.`,
    });
  // What another stage made is no file of the developer's.
  if (words.some(({ text }) => text.startsWith('--from='))) return hits;
  for (const { text, at, end } of files)
    if (credentialFile.test(text))
      hits.push({
        ...{ rule: copiedSecret, at, end, subject: text },
        message: `Whoever can pull this image can read \`${text}\`, even if a later step deletes it.`,
      });
  return hits;
}

const switches: ReadonlyMap<string, RegExp> = new Map([
  ['NODE_TLS_REJECT_UNAUTHORIZED', /^0$/],
  ['PYTHONHTTPSVERIFY', /^0$/],
  ['GIT_SSL_NO_VERIFY', /^(?:1|true|yes|on)$/i],
  ['npm_config_strict_ssl', /^false$/i],
  ['NPM_CONFIG_STRICT_SSL', /^false$/i],
]);

function variables({ name: kind, body, bodyAt, at, lineEnd }: Instruction): readonly Hit[] {
  const end = bodyAt + body.trimEnd().length;
  return assignmentsIn(body).flatMap(([name, value]): Hit[] => {
    const place = { at, end: Math.min(end, lineEnd), subject: `${kind} ${name}` };
    if (kind === 'ENV' && value !== undefined && switches.get(name)?.test(value))
      return [
        {
          ...{ ...place, rule: uncheckedByVariable },
          message: `\`${name}=${value}\` turns the check of certificates off for every program that heeds it.`,
        },
      ];
    // A value that is written here is a matter of the search for secrets.
    const isHandedOver = value === undefined || /^\$\{?\w+/.test(value);
    if (secretKindOf(name) === undefined || !isHandedOver) return [];
    const where = kind === 'ARG' ? "the image's history" : 'every container and in the image';
    return [
      {
        ...{ ...place, rule: secretVariable },
        message: `The value of \`${name}\` stays in ${where}, where whoever can pull the image reads it.`,
      },
    ];
  });
}

function ports({ body, bodyAt }: Instruction): readonly Hit[] {
  return [...body.matchAll(/(?<![\w-])22(?:\/tcp)?(?![\w-])/gi)].map(({ index, 0: port }) => ({
    ...{ rule: remoteLogin, at: bodyAt + index, end: bodyAt + index + port.length, subject: 'EXPOSE' },
    message: 'The container is meant to run an SSH server, one more way in with credentials of its own.',
  }));
}
