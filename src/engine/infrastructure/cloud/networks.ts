/** Firewall rules of clouds that let everybody in. */
import { type LocatedValue, type Member, type Span, valueAt } from '../../files/structured/value.ts';
import { internalPortIn } from '../ports.ts';
import { eachOf, memberOf, memberSpan, writtenText } from '../values.ts';
import { membersAt, type Place, type Resource, type ResourceRule } from './resource.ts';

/** What a firewall rule lets in from everywhere. */
interface Opening {
  readonly at: Span;
  readonly from: number;
  readonly to: number;
}

const everywhere = /^(?:0\.0\.0\.0\/0|::\/0|0::\/0|\*|internet|any|0\.0\.0\.0)$/i;
const all = { from: 0, to: 65_535 } as const;

/** The member whose value, or one item of it, means every address. */
function openMember(holder: LocatedValue, keys: readonly string[]): Member | undefined {
  for (const key of keys) {
    const member = memberOf(holder, key);
    if (eachOf(member?.value).some((item) => everywhere.test(writtenText(item) ?? ''))) return member;
  }
  return undefined;
}

/** A rule of AWS: a protocol with a range of ports. */
function ofAmazon(
  rule: LocatedValue,
  keys: readonly [cidrs: readonly string[], from: string, to: string, protocol: string],
): readonly Opening[] {
  const [cidrs, fromKey, toKey, protocolKey] = keys;
  const member = openMember(rule, cidrs);
  if (!member) return [];
  const protocol = writtenText(valueAt(rule, protocolKey)) ?? '';
  const at = memberSpan(member);
  if (/^(?:-1|all)$/i.test(protocol)) return [{ at, ...all }];
  if (/icmp/i.test(protocol)) return [];
  const from = Number(writtenText(valueAt(rule, fromKey)) ?? Number.NaN);
  const to = Number(writtenText(valueAt(rule, toKey)) ?? Number.NaN);
  if (from === -1) return [{ at, ...all }];
  return Number.isNaN(from) || Number.isNaN(to) ? [] : [{ at, from, to }];
}

const terraformKeys = [
  ['cidr_blocks', 'ipv6_cidr_blocks', 'cidr_ipv4', 'cidr_ipv6'],
  'from_port',
  'to_port',
  'protocol',
] as const;
const stackKeys = [['CidrIp', 'CidrIpv6'], 'FromPort', 'ToPort', 'IpProtocol'] as const;

/** Ports as Azure and Google write them: `22`, `8000-9000`, `*`. */
function rangesOf(
  value: LocatedValue | undefined,
): readonly { readonly from: number; readonly to: number }[] {
  return eachOf(value).flatMap((item) => {
    const text = writtenText(item) ?? '';
    if (text === '*') return [all];
    const [, from = '', to = from] = /^(\d+)(?:-(\d+))?$/.exec(text) ?? [];
    return from === '' ? [] : [{ from: Number(from), to: Number(to) }];
  });
}

function ofAzure(rule: LocatedValue): readonly Opening[] {
  const is = (key: string, word: string): boolean =>
    (writtenText(valueAt(rule, key)) ?? '').toLowerCase() === word;
  const member = openMember(rule, ['source_address_prefix', 'source_address_prefixes']);
  if (!member || !is('access', 'allow') || !is('direction', 'inbound') || is('protocol', 'icmp')) return [];
  const ports = ['destination_port_range', 'destination_port_ranges'].flatMap((key) =>
    rangesOf(valueAt(rule, key)),
  );
  return ports.map((range) => ({ at: memberSpan(member), ...range }));
}

function ofGoogle(resource: Resource): readonly Opening[] {
  const member = openMember(resource.body, ['source_ranges']);
  const direction = writtenText(valueAt(resource.body, 'direction')) ?? 'INGRESS';
  if (!member || direction !== 'INGRESS' || writtenText(valueAt(resource.body, 'disabled')) === 'true')
    return [];
  return eachOf(valueAt(resource.body, 'allow')).flatMap((allow) => {
    const protocol = (writtenText(valueAt(allow, 'protocol')) ?? '').toLowerCase();
    const at = memberSpan(member);
    if (protocol === 'icmp') return [];
    const ports = valueAt(allow, 'ports');
    return ports ? rangesOf(ports).map((range) => ({ at, ...range })) : [{ at, ...all }];
  });
}

const rulesAt = (resource: Resource, path: string): readonly LocatedValue[] =>
  membersAt(resource.body, path).flatMap(({ value }) => eachOf(value));

function openingsOf(resource: Resource): readonly Opening[] {
  const { type, body } = resource;
  switch (type) {
    case 'aws_security_group':
    case 'aws_default_security_group':
      return rulesAt(resource, 'ingress').flatMap((rule) => ofAmazon(rule, terraformKeys));
    case 'aws_security_group_rule':
      return writtenText(valueAt(body, 'type')) === 'ingress' ? ofAmazon(body, terraformKeys) : [];
    case 'aws_vpc_security_group_ingress_rule':
      return ofAmazon(body, [terraformKeys[0], 'from_port', 'to_port', 'ip_protocol']);
    case 'azurerm_network_security_rule':
      return ofAzure(body);
    case 'azurerm_network_security_group':
      return rulesAt(resource, 'security_rule').flatMap(ofAzure);
    case 'google_compute_firewall':
      return ofGoogle(resource);
    case 'AWS::EC2::SecurityGroup':
      return rulesAt(resource, 'SecurityGroupIngress').flatMap((rule) => ofAmazon(rule, stackKeys));
    default:
      return ofAmazon(body, stackKeys);
  }
}

const types = {
  terraform: [
    'aws_security_group',
    'aws_default_security_group',
    'aws_security_group_rule',
    'aws_vpc_security_group_ingress_rule',
    'azurerm_network_security_rule',
    'azurerm_network_security_group',
    'google_compute_firewall',
  ],
  cloudformation: ['AWS::EC2::SecurityGroup', 'AWS::EC2::SecurityGroupIngress'],
} as const;

/** More ports than any service needs. */
const isAll = ({ from, to }: Opening): boolean => to - from >= 60_000;

function adminPorts(resource: Resource): readonly Place[] {
  return openingsOf(resource).flatMap((opening) => {
    const found = isAll(opening) ? undefined : internalPortIn(opening.from, opening.to);
    return found
      ? [
          {
            at: opening.at,
            message: `${resource.address} lets every address reach port ${found[0]} (${found[1]}).`,
          },
        ]
      : [];
  });
}

const allPorts = (resource: Resource): readonly Place[] =>
  openingsOf(resource)
    .filter(isAll)
    .map(({ at }) => ({ at, message: `${resource.address} lets every address reach every port.` }));

export const networkRules: readonly ResourceRule[] = (['terraform', 'cloudformation'] as const).flatMap(
  (format) => [
    {
      id: `${format}/open-network/admin-port` as const,
      title: 'Port of administration open to everybody',
      cwes: ['CWE-284'],
      score: 74,
      confidence: 90,
      remediation: 'Name the networks that need the port.',
      types: types[format],
      find: adminPorts,
    },
    {
      id: `${format}/open-network/all-ports` as const,
      title: 'All ports open to everybody',
      cwes: ['CWE-284'],
      score: 78,
      confidence: 90,
      remediation: 'Name the ports and the networks that are needed.',
      types: types[format],
      find: allPorts,
    },
  ],
);
