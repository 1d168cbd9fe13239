import { type LocatedValue, type Span, valueAt } from '../../files/structured/value.ts';
import { secretKindOf } from '../../secrets/names.ts';
import { imageReference, isMutable } from '../docker/image.ts';
import { isHostControl, isRuntimeSocket, isStrongCapability } from '../host-paths.ts';
import { internalPorts } from '../ports.ts';
import type { Hit, Rule, SafeEdit } from '../rule.ts';
import { eachOf, isOn, memberOf, memberSpan, tableOf, writtenText } from '../values.ts';
import { replacedValue, safeEdit } from '../yaml-edits.ts';

interface Place {
  readonly at: Span;
  readonly message: string;
  readonly fix?: SafeEdit;
}

/** A rule about one service of a Compose file (github.com/compose-spec/compose-spec). */
interface ServiceRule extends Rule {
  readonly find: (name: string, service: LocatedValue) => readonly Place[];
}

/** Volumes with the path of the host that each mounts, in both spellings. */
const mounts = (service: LocatedValue): readonly { readonly at: Span; readonly path: string }[] =>
  eachOf(valueAt(service, 'volumes')).flatMap((volume) => {
    const source = memberOf(volume, 'source');
    const long = writtenText(source?.value);
    if (source && long !== undefined) return [{ at: memberSpan(source), path: long }];
    const short = /^(\/[^:]*|~[^:]*):/.exec(writtenText(volume) ?? '')?.[1];
    return short === undefined ? [] : [{ at: volume, path: short }];
  });

/** A port of the host that everybody who reaches the host may connect to. */
interface Published {
  readonly at: Span;
  readonly target: number;
  readonly host: string;
}

const published = (service: LocatedValue): readonly Published[] =>
  eachOf(valueAt(service, 'ports')).flatMap((port) => {
    const [, ip = '', host = '', target = ''] =
      /^(?:(\[[^\]]*\]|[^:]*):)?(\d+(?:-\d+)?):(\d+)(?:\/\w+)?$/.exec(writtenText(port) ?? '') ?? [];
    if (target !== '')
      return /^(?:|0\.0\.0\.0|\[::\])$/.test(ip) ? [{ at: port, target: Number(target), host }] : [];
    const long = memberOf(port, 'published');
    if (!long || !/^(?:|0\.0\.0\.0|::)$/.test(writtenText(valueAt(port, 'host_ip')) ?? '')) return [];
    const own = Number(writtenText(valueAt(port, 'target')));
    return [{ at: memberSpan(long), target: own, host: writtenText(long.value) ?? '' }];
  });

export const composeRules: readonly ServiceRule[] = [
  {
    id: 'compose/container-privileges/privileged',
    title: 'Privileged container',
    cwes: ['CWE-250'],
    score: 75,
    confidence: 95,
    remediation: 'Leave privileged out, and give the single capability or device that is needed.',
    find: (name, service) => {
      const member = memberOf(service, 'privileged');
      if (!member || !isOn(member.value)) return [];
      const why =
        'The container loses devices and capabilities of the host. Give single ones by devices and cap_add.';
      return [
        {
          at: memberSpan(member),
          message: `The service ${name} is privileged: its processes have every device and capability of the host.`,
          ...safeEdit('Set privileged to false', why, replacedValue(member, 'false')),
        },
      ];
    },
  },
  {
    id: 'compose/container-privileges/runtime-socket',
    title: 'Socket of the container runtime in a container',
    cwes: ['CWE-250'],
    score: 70,
    confidence: 90,
    remediation: 'Put a proxy in between that allows only the requests that are needed.',
    find: (name, service) =>
      mounts(service).flatMap(({ at, path }) =>
        isRuntimeSocket(path)
          ? [
              {
                at,
                message: `By \`${path}\`, the service ${name} can start any container on the host, also privileged ones.`,
              },
            ]
          : [],
      ),
  },
  {
    id: 'compose/container-privileges/host-control',
    title: 'Folder that controls the host in a container',
    cwes: ['CWE-250'],
    score: 60,
    confidence: 85,
    remediation: 'Mount only the file that is needed, read-only.',
    find: (name, service) =>
      mounts(service).flatMap(({ at, path }) =>
        isHostControl(path) && !isRuntimeSocket(path)
          ? [
              {
                at,
                message: `The service ${name} gets \`${path}\` of the host, whose files decide what the host does.`,
              },
            ]
          : [],
      ),
  },
  {
    id: 'compose/container-privileges/host-namespace',
    title: 'Container in a namespace of its host',
    cwes: ['CWE-250'],
    score: 50,
    confidence: 90,
    remediation: 'Leave the setting out, and publish the ports that are needed.',
    find: (name, service) =>
      ['network_mode', 'pid', 'ipc', 'userns_mode', 'uts'].flatMap((key) => {
        const member = memberOf(service, key);
        return member && writtenText(member.value) === 'host'
          ? [
              {
                at: memberSpan(member),
                message: `The service ${name} is not apart from its host, because \`${key}\` is \`host\`.`,
              },
            ]
          : [];
      }),
  },
  {
    id: 'compose/container-privileges/added-capability',
    title: 'Capability that leads out of a container',
    cwes: ['CWE-250'],
    score: 55,
    confidence: 90,
    remediation: 'Drop all capabilities, and add only what the program needs.',
    find: (name, service) =>
      eachOf(valueAt(service, 'cap_add')).flatMap((item) => {
        const capability = writtenText(item) ?? '';
        return isStrongCapability(capability)
          ? [
              {
                at: item,
                message: `The service ${name} gets the capability ${capability}, which reaches beyond the container.`,
              },
            ]
          : [];
      }),
  },
  {
    id: 'compose/container-privileges/unconfined',
    title: 'Container without system call filter or mandatory access control',
    cwes: ['CWE-693'],
    score: 45,
    confidence: 90,
    remediation: 'Leave the option out, or name a profile of your own.',
    find: (name, service) =>
      eachOf(valueAt(service, 'security_opt')).flatMap((item) => {
        const option = writtenText(item) ?? '';
        return /^(?:seccomp|apparmor)[:=]unconfined$|^label[:=]disable$/.test(option)
          ? [
              {
                at: item,
                message: `The service ${name} runs without a filter that blocks dangerous system calls or accesses.`,
              },
            ]
          : [];
      }),
  },
  {
    id: 'compose/container-root/root-user',
    title: 'Container that runs as root',
    cwes: ['CWE-250'],
    score: 30,
    confidence: 90,
    remediation: 'Name a user without rights.',
    find: (name, service) => {
      const member = memberOf(service, 'user');
      return member && /^(?:root|0)(?::|$)/.test(writtenText(member.value) ?? '')
        ? [
            {
              at: memberSpan(member),
              message: `The service ${name} runs as root, whatever user its image has.`,
            },
          ]
        : [];
    },
  },
  {
    id: 'compose/public-endpoint/published-port',
    title: 'Internal port on every address of the host',
    cwes: ['CWE-284'],
    score: 35,
    confidence: 75,
    remediation: 'Leave the port out, as services reach each other without it, or bind it to 127.0.0.1.',
    find: (name, service) =>
      published(service).flatMap(({ at, target, host }) => {
        const kind = internalPorts.get(target);
        return kind === undefined
          ? []
          : [
              {
                at,
                message: `The service ${name} offers ${kind} on port ${host} of every address of the host, past its firewall.`,
              },
            ];
      }),
  },
  {
    id: 'compose/mutable-reference/image-tag',
    title: 'Image without a fixed version',
    cwes: ['CWE-829'],
    score: 25,
    confidence: 90,
    remediation: 'Name a version, and the digest of the image that was tested.',
    find: (name, service) => {
      const member = memberOf(service, 'image');
      const image = (writtenText(member?.value) ?? '').replace(/\$\{\w+:?-([^}]*)\}/g, '$1');
      const reference = imageReference(image);
      // With `build`, it is the name that the image gets.
      if (!member || !reference || !isMutable(reference) || memberOf(service, 'build')) return [];
      return [
        {
          at: memberSpan(member),
          message: `The service ${name} starts whatever \`${image}\` is on that day.`,
        },
      ];
    },
  },
  {
    id: 'compose/exposed-secret/build-argument',
    title: 'Secret in an argument of a build',
    cwes: ['CWE-522'],
    score: 50,
    confidence: 75,
    remediation: 'Hand it over by secrets of the build.',
    find: (name, service) => {
      const given = valueAt(service, 'build', 'args');
      const table = tableOf(given)?.members;
      const args = table
        ? [...table].map(([key, member]) => ({ key, at: memberSpan(member) }))
        : eachOf(given).map((item) => ({ key: (writtenText(item) ?? '').split('=')[0] ?? '', at: item }));
      return args.flatMap(({ key, at }) =>
        secretKindOf(key) === undefined
          ? []
          : [
              {
                at,
                message: `The value of ${key} stays in the history of the image of ${name}, where whoever can pull it reads it.`,
              },
            ],
      );
    },
  },
];

/** Returns the issues of a Compose file's services. */
export function examineCompose(root: LocatedValue): readonly Hit[] {
  const services = tableOf(valueAt(root, 'services'));
  return [...(services?.members ?? [])].flatMap(([name, { value }]) =>
    composeRules.flatMap((rule) =>
      rule.find(name, value).map(({ at, message, fix }) => ({
        ...{ rule, at: at.start, end: at.end, message, subject: `service ${name}` },
        ...(fix && { fix }),
      })),
    ),
  );
}
