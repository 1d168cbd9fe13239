import { itemsOf, type LocatedValue, type Member, valueAt } from '../../files/structured/value.ts';
import { internalPorts } from '../ports.ts';
import type { Rule } from '../rule.ts';
import { eachOf, isOn, isOpen, memberOf, memberSpan, writtenText } from '../values.ts';
import { replacedValue, safeEdit } from '../yaml-edits.ts';
import type { Place } from './container-rules.ts';
import type { KubernetesObject } from './pods.ts';

/** A rule about an object of the cluster that is no pod. */
export interface ObjectRule extends Rule {
  readonly kinds: RegExp;
  readonly find: (object: KubernetesObject) => readonly Place[];
}

const roles = /^(?:Cluster)?Role$/;
const bindings = /^(?:Cluster)?RoleBinding$/;

interface Permission {
  /** Where the verbs stand, which the rules are about. */
  readonly verbs: Member;
  readonly allows: (verb: string) => boolean;
  readonly covers: (resource: string) => boolean;
  /** Only objects of certain names. */
  readonly isNamed: boolean;
}

/** The rules of a Role (kubernetes.io/docs/reference/access-authn-authz/rbac). */
function permissionsOf({ table }: KubernetesObject): readonly Permission[] {
  return itemsOf(valueAt(table, 'rules')).flatMap((rule) => {
    const verbs = memberOf(rule, 'verbs');
    const named = textsOf(valueAt(rule, 'verbs'));
    const resources = textsOf(valueAt(rule, 'resources'));
    const groups = textsOf(valueAt(rule, 'apiGroups'));
    if (!verbs) return [];
    return [
      {
        verbs,
        allows: (verb) => named.includes('*') || named.includes(verb),
        covers: (resource) =>
          (resources.includes('*') || resources.includes(resource)) && isOfGroup(groups, resource),
        isNamed: itemsOf(valueAt(rule, 'resourceNames')).length > 0,
      } satisfies Permission,
    ];
  });
}

/** The groups of resources that rules are about, as far as they are not of the core (kubernetes.io/docs/reference/kubernetes-api). */
const groupOf = (resource: string): string =>
  /^(?:cluster)?roles?(?:bindings)?$/.test(resource)
    ? 'rbac.authorization.k8s.io'
    : resource.endsWith('webhookconfigurations')
      ? 'admissionregistration.k8s.io'
      : resource.startsWith('certificatesigningrequests')
        ? 'certificates.k8s.io'
        : '';

/** Every resource of a group that is not named here decides about nothing else. */
const isOfGroup = (groups: readonly string[], resource: string): boolean =>
  groups.length === 0 || groups.includes('*') || groups.includes(groupOf(resource));

const textsOf = (value: LocatedValue | undefined): readonly string[] =>
  itemsOf(value).flatMap((item) => writtenText(item) ?? []);

/** Places of a role whose permissions are of a kind. */
const allowing =
  (
    is: (permission: Permission) => boolean,
    message: (object: KubernetesObject) => string,
  ): ObjectRule['find'] =>
  (object) =>
    permissionsOf(object)
      .filter((permission) => !permission.isNamed && is(permission))
      .map(({ verbs }) => ({ at: memberSpan(verbs), message: message(object) }));

/** Whether it changes objects of every kind, those that decide about permissions among them. */
const isWildcard = ({ allows, covers }: Permission): boolean =>
  covers('*') && ['*', 'create', 'update', 'patch'].some(allows);
const isEscalating = (permission: Permission): boolean =>
  !isWildcard(permission) &&
  (['roles', 'clusterroles', 'rolebindings', 'clusterrolebindings'].some(permission.covers)
    ? ['escalate', 'bind'].some(permission.allows)
    : ['users', 'groups', 'serviceaccounts'].some(permission.covers) && permission.allows('impersonate'));

/** Webhooks see and change every object, signed certificates are any user, and the kubelet runs commands in every pod. */
const takesOver = ({ covers, allows }: Permission): boolean =>
  (['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'].some(covers) &&
    ['create', 'update', 'patch'].some(allows)) ||
  (covers('certificatesigningrequests/approval') && ['update', 'patch'].some(allows)) ||
  (covers('nodes/proxy') && ['get', 'create'].some(allows));

export const clusterRules: readonly ObjectRule[] = [
  {
    id: 'kubernetes/excessive-permissions/cluster-admin',
    title: 'Binding to cluster-admin',
    cwes: ['CWE-250', 'CWE-269'],
    score: 70,
    confidence: 85,
    remediation: 'Bind a role that names the verbs and resources that are needed.',
    kinds: bindings,
    find: ({ table, shownName }) => {
      const name = memberOf(valueAt(table, 'roleRef'), 'name');
      const subjects = itemsOf(valueAt(table, 'subjects'));
      // Kubernetes itself has this group bound.
      if (!name || writtenText(name.value) !== 'cluster-admin') return [];
      if (
        subjects.length > 0 &&
        subjects.every((one) => writtenText(valueAt(one, 'name')) === 'system:masters')
      )
        return [];
      const who = subjects.flatMap((one) => writtenText(valueAt(one, 'name')) ?? []).slice(0, 3);
      const message = `${shownName} lets ${who.length === 0 ? 'its subjects' : who.join(', ')} do everything with every object.`;
      return [{ at: memberSpan(name), message }];
    },
  },
  {
    id: 'kubernetes/excessive-permissions/anonymous-binding',
    title: 'Role for everybody who reaches the cluster',
    cwes: ['CWE-306'],
    score: 85,
    confidence: 90,
    remediation: 'Name the users, groups or service accounts that need the role.',
    kinds: bindings,
    find: ({ table, shownName }) =>
      itemsOf(valueAt(table, 'subjects')).flatMap((subject) => {
        const name = memberOf(subject, 'name');
        const text = writtenText(name?.value) ?? '';
        const role = writtenText(valueAt(table, 'roleRef', 'name')) ?? '';
        // What Kubernetes itself gives to everybody.
        const isUsual = /^system:(?:public-info-viewer|discovery|basic-user)$/.test(role);
        const isEverybody = /^system:(?:anonymous|unauthenticated|authenticated)$/.test(text);
        return name && isEverybody && !isUsual
          ? [
              {
                at: memberSpan(name),
                message: `${shownName} gives the role ${role} to ${text}${text.endsWith(':authenticated') ? ', which is every account' : ', so without any login'}.`,
              },
            ]
          : [];
      }),
  },
  {
    id: 'kubernetes/excessive-permissions/wildcard-role',
    title: 'Role that changes all resources',
    cwes: ['CWE-269'],
    score: 60,
    confidence: 90,
    remediation: 'Name the verbs and resources that are needed.',
    kinds: roles,
    find: allowing(
      isWildcard,
      ({ shownName }) => `${shownName} may change every resource, roles and secrets among them.`,
    ),
  },
  {
    id: 'kubernetes/excessive-permissions/role-escalation',
    title: 'Role that lets its holder take more permissions',
    cwes: ['CWE-269'],
    score: 60,
    confidence: 85,
    remediation: 'Leave out escalate, bind and impersonate, or name the objects that they are for.',
    kinds: roles,
    find: allowing(
      isEscalating,
      ({ shownName }) =>
        `With escalate, bind or impersonate, whoever has ${shownName} can take any permission.`,
    ),
  },
  {
    id: 'kubernetes/excessive-permissions/cluster-takeover',
    title: 'Role that changes what the cluster trusts',
    cwes: ['CWE-269'],
    score: 50,
    confidence: 80,
    remediation: 'Leave these verbs out, or name the objects that they are for.',
    kinds: /^ClusterRole$/,
    find: allowing(
      (permission) => !isWildcard(permission) && takesOver(permission),
      ({ shownName }) =>
        `Whoever has ${shownName} can take over the cluster: by webhooks, certificates, or commands to nodes.`,
    ),
  },
  {
    id: 'kubernetes/excessive-permissions/ingress-snippet',
    title: 'Configuration of the proxy in an Ingress',
    cwes: ['CWE-94'],
    score: 35,
    confidence: 75,
    remediation: 'Use the annotations that are for one setting, and switch snippets off in the controller.',
    kinds: /^Ingress$/,
    find: ({ table, shownName }) => {
      const annotations = valueAt(table, 'metadata', 'annotations');
      return annotations?.kind === 'table'
        ? [...annotations.members].flatMap(([key, member]) =>
            /^nginx\.ingress\.kubernetes\.io\/[a-z-]*snippet$/.test(key)
              ? [
                  {
                    at: member.key,
                    message: `${shownName} writes into the configuration of the proxy, so snippets are allowed: whoever may edit any Ingress gets the proxy's secrets.`,
                  },
                ]
              : [],
          )
        : [];
    },
  },
  {
    id: 'kubernetes/excessive-permissions/all-secrets',
    title: 'Role that reads every secret of the cluster',
    cwes: ['CWE-522'],
    score: 50,
    confidence: 80,
    remediation: 'Use a Role in the namespace that needs it, and name the secrets by resourceNames.',
    kinds: /^ClusterRole$/,
    find: allowing(
      (permission) =>
        !isWildcard(permission) &&
        permission.covers('secrets') &&
        ['get', 'list', 'watch'].some(permission.allows),
      ({ shownName }) =>
        `${shownName} can read the secrets of every namespace where it is bound for the cluster.`,
    ),
  },
  {
    id: 'kubernetes/excessive-permissions/namespace-secrets',
    title: 'Role that reads everything, secrets among it',
    cwes: ['CWE-522'],
    score: 35,
    confidence: 85,
    remediation: 'Name the resources that are needed, and single secrets by resourceNames.',
    kinds: /^Role$/,
    find: allowing(
      (permission) =>
        !isWildcard(permission) &&
        permission.covers('*') &&
        permission.covers('secrets') &&
        ['get', 'list', 'watch'].some(permission.allows),
      ({ shownName }) => `With every resource, ${shownName} can read each secret of its namespace.`,
    ),
  },
  {
    id: 'kubernetes/excessive-permissions/pod-exec',
    title: 'Role that runs commands in pods',
    cwes: ['CWE-269'],
    score: 45,
    confidence: 80,
    remediation: 'Leave pods/exec and pods/attach out.',
    kinds: roles,
    find: allowing(
      (permission) =>
        !isWildcard(permission) &&
        ['pods/exec', 'pods/attach'].some(permission.covers) &&
        ['create', 'get'].some(permission.allows),
      ({ shownName }) => `Whoever has ${shownName} can run commands in other pods, with the rights of those.`,
    ),
  },
  {
    id: 'kubernetes/open-network/load-balancer',
    title: 'Internal service behind a public load balancer',
    cwes: ['CWE-284'],
    score: 60,
    confidence: 75,
    remediation: 'Use the type ClusterIP, or give loadBalancerSourceRanges.',
    kinds: /^Service$/,
    find: ({ table, shownName }) => {
      const spec = valueAt(table, 'spec');
      const type = memberOf(spec, 'type');
      const annotations = valueAt(table, 'metadata', 'annotations');
      const isInternal =
        annotations?.kind === 'table' &&
        [...annotations.members].some(([key, { value }]) =>
          /internal|scheme|subnet/i.test(`${key} ${writtenText(value) ?? ''}`),
        );
      const isLimited = itemsOf(valueAt(spec, 'loadBalancerSourceRanges')).length > 0;
      if (
        !type ||
        writtenText(type.value) !== 'LoadBalancer' ||
        isLimited ||
        isInternal ||
        isOpen(annotations)
      )
        return [];
      return itemsOf(valueAt(spec, 'ports')).flatMap((port) => {
        const member = memberOf(port, 'port');
        const service = internalPorts.get(Number(writtenText(member?.value)));
        return member && service !== undefined
          ? [
              {
                at: memberSpan(member),
                message: `${shownName} offers ${service} to every address that reaches its load balancer.`,
              },
            ]
          : [];
      });
    },
  },
  {
    id: 'kubernetes/weak-transport/ingress-without-tls',
    title: 'Ingress without TLS',
    cwes: ['CWE-319'],
    score: 25,
    confidence: 60,
    remediation:
      'Give the Ingress a tls section with a certificate, unless something in front of it ends TLS.',
    kinds: /^Ingress$/,
    find: ({ table, shownName, isPart }) => {
      const spec = memberOf(table, 'spec');
      if (isPart || !spec || isOpen(spec.value) || itemsOf(valueAt(spec.value, 'tls')).length > 0) return [];
      const annotations = valueAt(table, 'metadata', 'annotations');
      const endsElsewhere =
        isOpen(annotations) ||
        (annotations?.kind === 'table' &&
          [...annotations.members.keys()].some((key) => /certificate|ssl|tls/i.test(key)));
      return endsElsewhere || memberOf(spec.value, 'tls')
        ? []
        : [{ at: spec.key, message: `${shownName} serves its hosts over plain HTTP.` }];
    },
  },
  {
    id: 'kubernetes/tls-verification-disabled/api-service',
    title: 'Certificates are not checked',
    cwes: ['CWE-295'],
    score: 55,
    confidence: 95,
    remediation: 'Set the certificate of the authority in caBundle.',
    kinds: /^(?:APIService|Config|ServersTransport)$/,
    find: ({ table, shownName }) =>
      switchesOf(table, 0).map((member) => ({
        at: memberSpan(member),
        message: `${shownName} takes the answer of any server, whatever its certificate.`,
        ...safeEdit(
          'Check certificates',
          'Connections fail where the certificate is not of a known authority.',
          replacedValue(member, 'false'),
        ),
      })),
  },
];

/** Members that turn the check of certificates off, a few levels down. */
function switchesOf(value: LocatedValue, depth: number): readonly Member[] {
  if (depth > 6) return [];
  if (value.kind === 'list') return eachOf(value).flatMap((item) => switchesOf(item, depth + 1));
  if (value.kind !== 'table') return [];
  return [...value.members].flatMap(([key, member]) =>
    /^insecure-?skip-?(?:tls-?)?verify$/i.test(key) && isOn(member.value)
      ? [member]
      : switchesOf(member.value, depth + 1),
  );
}
