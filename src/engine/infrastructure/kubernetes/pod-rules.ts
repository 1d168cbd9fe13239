import { itemsOf, type Member, valueAt } from '../../files/structured/value.ts';
import { isHostControl, isRuntimeSocket } from '../host-paths.ts';
import type { Rule } from '../rule.ts';
import { isOn, isOpen, memberOf, memberSpan, writtenText } from '../values.ts';
import { addedMember, replacedValue, safeEdit } from '../yaml-edits.ts';
import type { Place } from './container-rules.ts';
import type { PodSpec } from './pods.ts';

/** A rule about a pod as a whole. */
export interface PodRule extends Rule {
  readonly find: (pod: PodSpec, text: string) => readonly Place[];
}

/** A Boolean of the pod that shares a namespace with its node. */
const sharedWithNode = (key: string, shares: string): PodRule['find'] => {
  return ({ spec, owner, containers }) => {
    const member = memberOf(spec, key);
    if (!member || !isOn(member.value)) return [];
    // Its ports would be those of the node one by one.
    const takesPorts =
      key === 'hostNetwork' &&
      containers.some(({ table }) =>
        itemsOf(valueAt(table, 'ports')).some((port) => memberOf(port, 'hostPort')),
      );
    return [
      {
        at: memberSpan(member),
        message: `Pods of ${owner.shownName} ${shares}.`,
        ...safeEdit(
          `Set ${key} to false`,
          'The pod gets a namespace of its own, as pods usually have.',
          takesPorts ? undefined : replacedValue(member, 'false'),
        ),
      },
    ];
  };
};

/** Volumes that are a path of the node, with the path. */
const hostPaths = ({ spec }: PodSpec): readonly { readonly member: Member; readonly path: string }[] =>
  itemsOf(valueAt(spec, 'volumes')).flatMap((volume) => {
    const member = memberOf(valueAt(volume, 'hostPath'), 'path');
    const path = writtenText(member?.value);
    return member && path !== undefined ? [{ member, path }] : [];
  });

const common = { cwes: ['CWE-250'], confidence: 90 } as const;

export const podRules: readonly PodRule[] = [
  {
    ...{ ...common, id: 'kubernetes/container-privileges/host-pid', score: 65 },
    title: "Pod that sees its node's processes",
    remediation: 'Leave hostPID out.',
    find: sharedWithNode(
      'hostPID',
      'see every process of their node, with the environment variables of each',
    ),
  },
  {
    ...{ ...common, id: 'kubernetes/container-privileges/host-ipc', score: 55 },
    title: "Pod that shares its node's memory segments",
    remediation: 'Leave hostIPC out.',
    find: sharedWithNode('hostIPC', 'can read and change shared memory of processes on their node'),
  },
  {
    ...{ ...common, id: 'kubernetes/container-privileges/host-network', score: 50 },
    title: "Pod in its node's network",
    remediation: 'Leave hostNetwork out, and use a Service.',
    find: sharedWithNode(
      'hostNetwork',
      'use the network of their node: they reach its local services, and network policies do not hold for them',
    ),
  },
  {
    ...{ ...common, id: 'kubernetes/container-privileges/runtime-socket', score: 85 },
    title: 'Socket of the container runtime in a pod',
    remediation: 'Build and start containers through the Kubernetes API instead.',
    find: (pod) =>
      hostPaths(pod).flatMap(({ member, path }) =>
        isRuntimeSocket(path)
          ? [
              {
                at: memberSpan(member),
                message: `By \`${path}\`, pods of ${pod.owner.shownName} can start any container on their node, also privileged ones.`,
              },
            ]
          : [],
      ),
  },
  {
    ...{ ...common, id: 'kubernetes/container-privileges/host-control', score: 70 },
    title: 'Folder that controls the node in a pod',
    remediation: 'Mount only the file that is needed, read-only, or use a volume of the cluster.',
    find: (pod) =>
      hostPaths(pod).flatMap(({ member, path }) =>
        isHostControl(path) && !isRuntimeSocket(path)
          ? [
              {
                at: memberSpan(member),
                message: `Pods of ${pod.owner.shownName} get \`${path}\` of their node, whose files decide what the node does.`,
              },
            ]
          : [],
      ),
  },
  {
    ...{ ...common, id: 'kubernetes/container-privileges/host-path', score: 25, confidence: 75 },
    title: 'Folder of the node in a pod',
    remediation: 'Use a volume of the cluster, such as a PersistentVolumeClaim.',
    find: (pod) =>
      hostPaths(pod).flatMap(({ member, path }) =>
        isHostControl(path) || isRuntimeSocket(path)
          ? []
          : [
              {
                at: memberSpan(member),
                message: `Pods of ${pod.owner.shownName} get \`${path}\` of their node, which other pods there share.`,
              },
            ],
      ),
  },
  {
    ...{ id: 'kubernetes/excessive-permissions/service-token', score: 12, confidence: 70 },
    title: 'Token of the default service account in a pod',
    cwes: ['CWE-250'],
    remediation: 'Set automountServiceAccountToken to false, or give the pod a service account of its own.',
    find: ({ spec, specKey, owner }, text) => {
      const account = writtenText(valueAt(spec, 'serviceAccountName') ?? valueAt(spec, 'serviceAccount'));
      const hasOwn = spec.members.has('serviceAccountName') || spec.members.has('serviceAccount');
      const automount = memberOf(spec, 'automountServiceAccountToken');
      if (
        owner.isPart ||
        isOpen(spec) ||
        (hasOwn && account !== 'default') ||
        (automount && !isOn(automount.value))
      )
        return [];
      return [
        {
          at: automount ? memberSpan(automount) : specKey,
          message: `Pods of ${owner.shownName} get a token for the cluster's API, of an account that all of their namespace share.`,
          ...safeEdit(
            'Do not mount the token',
            'Programs in the pod no longer get a token for the API of the cluster. Those that need one need a service account of their own.',
            automount
              ? replacedValue(automount, 'false')
              : addedMember(text, spec, ['automountServiceAccountToken: false']),
          ),
        },
      ];
    },
  },
];
