/** Managed clusters of Kubernetes: who reaches their control plane and their machines. Each is public unless it is told otherwise. */
import { type Member, valueAt } from '../../files/structured/value.ts';
import { eachOf, isOff, isOn, memberOf, memberSpan, writtenText } from '../values.ts';
import { membersAt, type Place, type Resource, type ResourceRule } from './resource.ts';

const everyAddress = /^(?:0\.0\.0\.0\/0|::\/0)$/;

/** A list without addresses is as none. */
const isOpenList = ({ value }: Member): boolean =>
  (value.kind === 'list' && value.tag === undefined && value.items.length === 0) ||
  eachOf(value).some((item) => everyAddress.test(writtenText(item) ?? ''));

const openPlane = (resource: Resource, at: Place['at']): readonly Place[] => [
  { at, message: `The control plane of ${resource.address} answers every address.` },
];

function publicAmazon(resource: Resource): readonly Place[] {
  const isTerraform = resource.format === 'terraform';
  const [config] = membersAt(resource.body, isTerraform ? 'vpc_config' : 'ResourcesVpcConfig');
  const holder = eachOf(config?.value)[0];
  const access = memberOf(holder, isTerraform ? 'endpoint_public_access' : 'EndpointPublicAccess');
  const networks = memberOf(holder, isTerraform ? 'public_access_cidrs' : 'PublicAccessCidrs');
  // What is computed is not known.
  if (!config || isOff(access?.value) || (access && writtenText(access.value) === undefined)) return [];
  if (networks && !isOpenList(networks)) return [];
  return openPlane(resource, memberSpan(networks ?? access ?? config));
}

function publicAzure(resource: Resource): readonly Place[] {
  const { body, header } = resource;
  const isPrivate = ['private_cluster_enabled', 'private_link_enabled'].some((key) => {
    const member = memberOf(body, key);
    return member !== undefined && !isOff(member.value);
  });
  const [ranges] = [
    'api_server_authorized_ip_ranges',
    'api_server_access_profile.authorized_ip_ranges',
  ].flatMap((path) => membersAt(body, path));
  if (isPrivate || (ranges && !isOpenList(ranges))) return [];
  return openPlane(resource, ranges ? memberSpan(ranges) : header);
}

function publicGoogle(resource: Resource): readonly Place[] {
  const { body, header } = resource;
  const [endpoint] = membersAt(body, 'private_cluster_config.enable_private_endpoint');
  const isLimited = ['master_authorized_networks_config', 'control_plane_endpoints_config'].some(
    (key) => memberOf(body, key) !== undefined,
  );
  return isLimited || (endpoint && !isOff(endpoint.value)) ? [] : openPlane(resource, header);
}

const publicPlanes: Readonly<Record<string, ResourceRule['find']>> = {
  aws_eks_cluster: publicAmazon,
  'AWS::EKS::Cluster': publicAmazon,
  azurerm_kubernetes_cluster: publicAzure,
  google_container_cluster: publicGoogle,
};

/** With a key and no group of sources, SSH of the machines is open to every address. */
function openMachines(resource: Resource): readonly Place[] {
  const isTerraform = resource.format === 'terraform';
  return membersAt(resource.body, isTerraform ? 'remote_access' : 'RemoteAccess')
    .flatMap(({ value }) => eachOf(value))
    .flatMap((access) => {
      const key = memberOf(access, isTerraform ? 'ec2_ssh_key' : 'Ec2SshKey');
      const isLimited = valueAt(access, isTerraform ? 'source_security_group_ids' : 'SourceSecurityGroups');
      return key && !isLimited
        ? [
            {
              at: memberSpan(key),
              message: `Every address reaches SSH of the machines of ${resource.address}.`,
            },
          ]
        : [];
    });
}

/** A certificate for the API that nobody can take back. */
const lastingCertificate = (resource: Resource): readonly Place[] =>
  membersAt(resource.body, 'master_auth.client_certificate_config.issue_client_certificate').flatMap(
    (member) =>
      isOn(member.value)
        ? [
            {
              at: memberSpan(member),
              message: `${resource.address} issues a certificate for its API that lasts.`,
            },
          ]
        : [],
  );

export const clusterRules: readonly ResourceRule[] = [
  ...(['terraform', 'cloudformation'] as const).flatMap((format): readonly ResourceRule[] => [
    {
      id: `${format}/public-endpoint/cluster`,
      title: 'Control plane open to every address',
      cwes: ['CWE-284'],
      score: 55,
      confidence: 80,
      remediation: 'Name the networks of those who administer the cluster, or make it private.',
      types: Object.keys(publicPlanes).filter(
        (type) => type.startsWith('AWS::') === (format !== 'terraform'),
      ),
      find: (resource) => publicPlanes[resource.type]?.(resource) ?? [],
    },
    {
      id: `${format}/open-network/cluster-machines`,
      title: 'Machines of a cluster that take SSH from everywhere',
      cwes: ['CWE-284'],
      score: 72,
      confidence: 90,
      remediation: 'Name the security groups that may connect, or leave remote access out.',
      types: [format === 'terraform' ? 'aws_eks_node_group' : 'AWS::EKS::Nodegroup'],
      find: openMachines,
    },
  ]),
  {
    id: 'terraform/excessive-permissions/client-certificate',
    title: 'Certificate for the API of a cluster',
    cwes: ['CWE-287'],
    score: 35,
    confidence: 85,
    remediation: 'Leave the certificate out, and log in with accounts.',
    types: ['google_container_cluster'],
    find: lastingCertificate,
  },
];
