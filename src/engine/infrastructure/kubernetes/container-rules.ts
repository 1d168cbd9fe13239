import { itemsOf, type LocatedTable, type Span, valueAt } from '../../files/structured/value.ts';
import { secretKindOf } from '../../secrets/names.ts';
import { isPlaceholder } from '../../secrets/placeholders.ts';
import { imageReference, isMutable } from '../docker/image.ts';
import { isStrongCapability } from '../host-paths.ts';
import type { Rule, SafeEdit } from '../rule.ts';
import { eachOf, isOff, isOn, memberOf, memberSpan, tableOf, writtenText } from '../values.ts';
import { addedMember, replacedValue, safeEdit } from '../yaml-edits.ts';
import { type Container, isOfWindows, isTemplated, securitySetting } from './pods.ts';

export interface Place {
  readonly at: Span;
  readonly message: string;
  readonly fix?: SafeEdit;
}

/** A rule about one container. Pod Security Standards: kubernetes.io/docs/concepts/security/pod-security-standards. */
export interface ContainerRule extends Rule {
  readonly find: (container: Container, text: string) => readonly Place[];
}

const nameSpan = ({ table }: Container): Span => {
  const name = memberOf(table, 'name') ?? [...table.members.values()][0];
  return name ? memberSpan(name) : table;
};

const contextMember = (container: Container, key: string) =>
  memberOf(valueAt(container.table, 'securityContext'), key) ??
  memberOf(valueAt(container.pod.spec, 'securityContext'), key);

/** Sets a Boolean of the container's security context, which is made where the container has none. */
function settingEdit({ table }: Container, text: string, line: string) {
  const context = tableOf(valueAt(table, 'securityContext'));
  if (context) return addedMember(text, context, [line]);
  return table.members.has('securityContext')
    ? undefined
    : addedMember(text, table as LocatedTable, ['securityContext:', `  ${line}`]);
}

export const containerRules: readonly ContainerRule[] = [
  {
    id: 'kubernetes/container-privileges/privileged',
    title: 'Privileged container',
    cwes: ['CWE-250'],
    score: 80,
    confidence: 95,
    remediation: 'Set privileged to false, and add the single capability that is needed.',
    find: (container, text) => {
      const context = tableOf(valueAt(container.table, 'securityContext'));
      const member = memberOf(context, 'privileged');
      if (!context || !member || !isOn(member.value)) return [];
      const message = `${container.shownName} is privileged: its processes have every device and capability of the node.`;
      const why =
        'The container loses devices and capabilities of the node. Add single ones where it needs them.';
      // What a privileged container may do anyway has to be forbidden to one that is not.
      const further = context.members.has('allowPrivilegeEscalation')
        ? undefined
        : addedMember(text, context, ['allowPrivilegeEscalation: false']);
      const isFlow = text.charAt(context.start) === '{';
      const off = replacedValue(
        member,
        isFlow && !context.members.has('allowPrivilegeEscalation')
          ? 'false, allowPrivilegeEscalation: false'
          : 'false',
      );
      const edits = further && !isFlow ? [off, further] : [off];
      return [
        {
          at: memberSpan(member),
          message,
          fix: { title: 'Set privileged to false', explanation: why, edits },
        },
      ];
    },
  },
  {
    id: 'kubernetes/container-privileges/host-process',
    title: 'Windows container that runs as a process of its host',
    cwes: ['CWE-250'],
    score: 75,
    confidence: 95,
    remediation: 'Leave hostProcess out.',
    find: (container) => {
      const member = ['container', 'pod']
        .map((of) => (of === 'container' ? container.table : container.pod.spec))
        .map((of) => memberOf(valueAt(of, 'securityContext', 'windowsOptions'), 'hostProcess'))
        .find((each) => isOn(each?.value));
      return member
        ? [
            {
              at: memberSpan(member),
              message: `${container.shownName} runs as a process of its Windows node.`,
            },
          ]
        : [];
    },
  },
  {
    id: 'kubernetes/container-privileges/added-capability',
    title: 'Capability that leads out of a container',
    cwes: ['CWE-250'],
    score: 65,
    confidence: 90,
    remediation: 'Drop all capabilities, and add only what the program needs.',
    find: (container) =>
      itemsOf(valueAt(container.table, 'securityContext', 'capabilities', 'add')).flatMap((item) => {
        const name = writtenText(item) ?? '';
        return isStrongCapability(name)
          ? [
              {
                at: item,
                message: `${container.shownName} gets the capability ${name}, which reaches beyond the container.`,
              },
            ]
          : [];
      }),
  },
  {
    id: 'kubernetes/container-privileges/unconfined',
    title: 'Container without system call filter or mandatory access control',
    cwes: ['CWE-693'],
    score: 45,
    confidence: 90,
    remediation: 'Use RuntimeDefault, or a profile of your own.',
    find: (container) =>
      ['seccompProfile', 'appArmorProfile'].flatMap((key) => {
        const member = memberOf(contextMember(container, key)?.value, 'type');
        if (!member || writtenText(member.value) !== 'Unconfined') return [];
        const message = `${container.shownName} has no ${key === 'seccompProfile' ? 'seccomp' : 'AppArmor'} profile, so every system call is open to it.`;
        const why = "The runtime's own profile blocks system calls that programs hardly ever need.";
        return [
          {
            at: memberSpan(member),
            message,
            ...safeEdit('Use the profile RuntimeDefault', why, replacedValue(member, 'RuntimeDefault')),
          },
        ];
      }),
  },
  {
    id: 'kubernetes/container-privileges/unmasked-proc',
    title: 'Container that sees the whole /proc of its host',
    cwes: ['CWE-250'],
    score: 45,
    confidence: 95,
    remediation: 'Leave procMount out.',
    find: (container) => {
      const member = memberOf(valueAt(container.table, 'securityContext'), 'procMount');
      return member && writtenText(member.value) === 'Unmasked'
        ? [
            {
              at: memberSpan(member),
              message: `${container.shownName} gets /proc without the parts masked that belong to the node.`,
            },
          ]
        : [];
    },
  },
  {
    id: 'kubernetes/container-privileges/host-port',
    title: 'Port of the node',
    cwes: ['CWE-284'],
    score: 30,
    confidence: 85,
    remediation: 'Use a Service instead of a port of the node.',
    find: (container) =>
      itemsOf(valueAt(container.table, 'ports')).flatMap((port) => {
        const member = memberOf(port, 'hostPort');
        if (!member || !/^[1-9]\d*$/.test(writtenText(member.value) ?? '')) return [];
        if (isOn(valueAt(container.pod.spec, 'hostNetwork'))) return [];
        return [
          {
            at: memberSpan(member),
            message: `${container.shownName} takes port ${writtenText(member.value)} of its node, past network policies of pods.`,
          },
        ];
      }),
  },
  {
    id: 'kubernetes/container-root/root-user',
    title: 'Container that runs as root',
    cwes: ['CWE-250'],
    score: 40,
    confidence: 90,
    remediation: 'Give runAsUser a number over 0, and set runAsNonRoot to true.',
    find: (container) => {
      if (isOfWindows(container.pod)) return [];
      const user = contextMember(container, 'runAsUser');
      const nonRoot = contextMember(container, 'runAsNonRoot');
      const isRoot = writtenText(user?.value) === '0';
      const member = isRoot ? user : isOff(nonRoot?.value) && !user ? nonRoot : undefined;
      return member
        ? [{ at: memberSpan(member), message: `${container.shownName} runs as root, or may.` }]
        : [];
    },
  },
  {
    id: 'kubernetes/container-root/no-user',
    title: 'Container that may run as root',
    cwes: ['CWE-250'],
    score: 20,
    confidence: 75,
    remediation: 'Set runAsNonRoot to true, once the image has a user.',
    find: (container) => {
      if (isOfWindows(container.pod) || isTemplated(container)) return [];
      if (securitySetting(container, 'runAsUser') || securitySetting(container, 'runAsNonRoot')) return [];
      return [
        {
          at: nameSpan(container),
          message: `${container.shownName} runs as whatever user its image has, root if that has none.`,
        },
      ];
    },
  },
  {
    id: 'kubernetes/container-root/privilege-escalation',
    title: 'Processes that may gain privileges',
    cwes: ['CWE-250'],
    score: 25,
    confidence: 85,
    remediation: 'Set allowPrivilegeEscalation to false.',
    find: (container, text) => {
      const member = memberOf(valueAt(container.table, 'securityContext'), 'allowPrivilegeEscalation');
      if (isOfWindows(container.pod) || isOn(valueAt(container.table, 'securityContext', 'privileged')))
        return [];
      const why = 'Programs with the setuid bit, such as sudo, no longer become root in the container.';
      const title = 'Set allowPrivilegeEscalation to false';
      if (member)
        return isOn(member.value)
          ? [
              {
                at: memberSpan(member),
                message: `Processes of ${lower(container.shownName)} may become root by programs with the setuid bit.`,
                ...safeEdit(title, why, replacedValue(member, 'false')),
              },
            ]
          : [];
      if (isTemplated(container)) return [];
      return [
        {
          at: nameSpan(container),
          message: `Nothing keeps processes of ${lower(container.shownName)} from becoming root by programs with the setuid bit.`,
          ...safeEdit(title, why, settingEdit(container, text, 'allowPrivilegeEscalation: false')),
        },
      ];
    },
  },
  {
    id: 'kubernetes/mutable-reference/image-tag',
    title: 'Image without a fixed version',
    cwes: ['CWE-829'],
    score: 30,
    confidence: 90,
    remediation: 'Name a version, and the digest of the image that was tested.',
    find: (container) => {
      const member = memberOf(container.table, 'image');
      const image = writtenText(member?.value) ?? '';
      const reference = imageReference(image);
      return member && reference && isMutable(reference)
        ? [
            {
              at: memberSpan(member),
              message: `${container.shownName} starts whatever \`${image}\` is on that day.`,
            },
          ]
        : [];
    },
  },
  {
    id: 'kubernetes/exposed-secret/environment',
    title: 'Secret written into a manifest',
    cwes: ['CWE-522', 'CWE-798'],
    score: 60,
    confidence: 80,
    remediation: 'Refer to a Secret by valueFrom.secretKeyRef, and replace the value that stood here.',
    find: (container) =>
      eachOf(valueAt(container.table, 'env')).flatMap((item) => {
        const name = writtenText(valueAt(item, 'name')) ?? '';
        const member = memberOf(item, 'value');
        const value = writtenText(member?.value) ?? '';
        // `API_KEY: API_KEY_VALUE` says where something has to be put in.
        const isLeftOpen = isPlaceholder(value) || value.toLowerCase().startsWith(name.toLowerCase());
        const isSecret = secretKindOf(name) !== undefined && value !== '' && !isLeftOpen;
        return member && isSecret && !/\$\(|^(?:true|false|\d{1,3})$|^\/|^https?:/.test(value)
          ? [
              {
                at: member.key,
                message: `The value of ${name} is readable by everyone who can read ${container.pod.owner.shownName} or this file.`,
              },
            ]
          : [];
      }),
  },
];

const lower = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
