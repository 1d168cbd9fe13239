/** Rules about policies of AWS. */
import { unknownMark } from '../values.ts';
import { documentTag, isEverybody, isEverything, isLimited, type Statement, statements } from './policy.ts';
import { membersAt, type Place, type Resource, type ResourceRule } from './resource.ts';

/** Attributes that hold a policy, by the kind of it. */
const identityPaths: Readonly<Record<string, readonly string[]>> = {
  terraform: ['policy', 'inline_policy.policy', 'inline_policy'],
  cloudformation: ['PolicyDocument', 'Policies.PolicyDocument'],
};
const identityTypes = {
  terraform: [
    'aws_iam_policy',
    'aws_iam_role_policy',
    'aws_iam_user_policy',
    'aws_iam_group_policy',
    'aws_iam_role',
    'aws_ssoadmin_permission_set_inline_policy',
    'data.aws_iam_policy_document',
  ],
  cloudformation: [
    'AWS::IAM::Policy',
    'AWS::IAM::ManagedPolicy',
    'AWS::IAM::Role',
    'AWS::IAM::User',
    'AWS::IAM::Group',
  ],
} as const;
const resourceTypes = {
  terraform: [
    'aws_s3_bucket_policy',
    'aws_s3_bucket',
    'aws_sqs_queue_policy',
    'aws_sqs_queue',
    'aws_sns_topic_policy',
    'aws_sns_topic',
    'aws_ecr_repository_policy',
    'aws_secretsmanager_secret_policy',
    'aws_efs_file_system_policy',
    'aws_glacier_vault',
    'aws_glacier_vault_lock',
    'aws_kms_key',
    'aws_kms_key_policy',
    'aws_ecr_registry_policy',
    'aws_backup_vault_policy',
    'aws_cloudwatch_event_bus_policy',
    'aws_cloudwatch_log_resource_policy',
    'aws_codeartifact_repository_permissions_policy',
    'aws_dynamodb_resource_policy',
    'aws_s3_access_point',
    'aws_s3control_access_point_policy',
    'aws_elasticsearch_domain',
    'aws_opensearch_domain',
    'aws_elasticsearch_domain_policy',
    'aws_opensearch_domain_policy',
    'aws_lambda_layer_version_permission',
  ],
  cloudformation: [
    'AWS::S3::BucketPolicy',
    'AWS::SQS::QueuePolicy',
    'AWS::SNS::TopicPolicy',
    'AWS::ECR::Repository',
    'AWS::SecretsManager::ResourcePolicy',
    'AWS::KMS::Key',
    'AWS::EFS::FileSystem',
    'AWS::Elasticsearch::Domain',
    'AWS::OpenSearchService::Domain',
    'AWS::S3::AccessPoint',
  ],
} as const;
const resourcePaths: Readonly<Record<string, readonly string[]>> = {
  terraform: ['policy', 'access_policies', 'access_policy', 'policy_document'],
  cloudformation: [
    'PolicyDocument',
    'RepositoryPolicyText',
    'ResourcePolicy',
    'KeyPolicy',
    'FileSystemPolicy',
    'AccessPolicies',
    'Policy',
  ],
};

/** With all actions of IAM, the holder can give itself the others. */
const isEveryAction = (action: string): boolean =>
  action === '*' || action === '*:*' || /^iam:\*$/i.test(action);

/** What the holder of an identity's policy may do, everywhere and always. */
const unlimited = (resource: Resource): readonly Statement[] => {
  // A document of elsewhere is examined where it stands.
  const paths = (identityPaths[resource.format] ?? []).filter(
    (path) => !membersAt(resource.body, path).some(({ value }) => value.tag === documentTag),
  );
  return statements(resource, paths).filter(
    ({ isAllow, resources, isOfResource, conditions }) =>
      isAllow && isEverything(resources) && !isOfResource && conditions.length === 0,
  );
};

const allPermissions = (resource: Resource): readonly Place[] =>
  unlimited(resource)
    .filter(({ actions }) => actions.some(isEveryAction))
    .map(({ at }) => ({
      at,
      message: `${resource.address} allows every action on every resource, or to give itself that.`,
    }));

/** Every action of a service, on everything of it. */
const allOfService = (resource: Resource): readonly Place[] =>
  unlimited(resource).flatMap(({ at, actions }) => {
    const service = actions.find((action) => /^(?!iam:)[a-z0-9-]+:\*$/i.test(action));
    return service !== undefined && !actions.some(isEveryAction)
      ? [{ at, message: `${resource.address} allows \`${service}\` on every resource.` }]
      : [];
  });

/** Actions by which a holder gets permissions of others (IAM: actions, resources and condition keys). */
const escalating = [
  ...['iam:AddUserToGroup', 'iam:AttachGroupPolicy', 'iam:AttachRolePolicy', 'iam:AttachUserPolicy'],
  ...['iam:CreateAccessKey', 'iam:CreateLoginProfile', 'iam:CreatePolicyVersion', 'iam:PutGroupPolicy'],
  ...['iam:PutRolePolicy', 'iam:PutUserPolicy', 'iam:SetDefaultPolicyVersion', 'iam:UpdateAssumeRolePolicy'],
  'iam:UpdateLoginProfile',
];
/** Actions that start something with a role that is passed to it. */
const starting = [
  ...['lambda:CreateFunction', 'ec2:RunInstances', 'ecs:RunTask', 'cloudformation:CreateStack'],
  ...['glue:CreateJob', 'codebuild:CreateProject', 'sagemaker:CreateNotebookInstance'],
];

/** The first of some actions that patterns of a statement allow. */
const allowed = (patterns: readonly string[], actions: readonly string[]): string | undefined =>
  actions.find((action) =>
    patterns.some((pattern) => {
      const name = action.toLowerCase();
      const start = /^(\w+:[^*]*)\*$/.exec(pattern.toLowerCase())?.[1];
      return start === undefined ? name === pattern.toLowerCase() : name.startsWith(start);
    }),
  );

function escalation(resource: Resource): readonly Place[] {
  const found = unlimited(resource).filter(({ actions }) => !actions.some(isEveryAction));
  const started = allowed(
    found.flatMap(({ actions }) => actions),
    starting,
  );
  return found.flatMap(({ at, actions }) => {
    const action =
      allowed(actions, escalating) ??
      (started === undefined ? undefined : allowed(actions, ['iam:PassRole']));
    return action === undefined
      ? []
      : [
          {
            at,
            message: `By \`${action}\`, the holder of ${resource.address} can give itself any permission.`,
          },
        ];
  });
}

function publicPolicies(resource: Resource): readonly Place[] {
  // A domain in a network answers that network only.
  if (['vpc_options', 'VPCOptions'].some((key) => membersAt(resource.body, key).length > 0)) return [];
  return statements(resource, resourcePaths[resource.format] ?? [])
    .filter((each) => each.isAllow && isEverybody(each.principals) && !isLimited(each))
    .map(({ at, actions: [first = unknownMark] }) => ({
      at,
      message: `${resource.address} allows ${first === unknownMark ? 'its actions' : first} to everybody, and no condition says who.`,
    }));
}

/** Who may take a role on: only Terraform's and CloudFormation's roles have this. */
const trustPath = { terraform: 'assume_role_policy', cloudformation: 'AssumeRolePolicyDocument' } as const;

const trustOf = (resource: Resource): readonly Statement[] => {
  const path = trustPath[resource.format];
  // A document of elsewhere is examined where it stands.
  const isElsewhere = membersAt(resource.body, path).some(({ value }) => value.tag === documentTag);
  return isElsewhere
    ? []
    : statements(resource, [path]).filter(({ actions }) => actions.some((each) => /^sts:|^\*$/i.test(each)));
};

const trust = (resource: Resource): readonly Place[] =>
  trustOf(resource)
    .filter((each) => each.isAllow && isEverybody(each.principals) && !isLimited(each))
    .map(({ at }) => ({ at, message: `Every account of AWS may take on a role by ${resource.address}.` }));

const roleTypes = {
  terraform: ['aws_iam_role', 'data.aws_iam_policy_document'],
  cloudformation: ['AWS::IAM::Role'],
} as const;

const github = 'token.actions.githubusercontent.com';

/** Repositories of more than one owner (docs.github.com: OpenID Connect, filtering for a specific environment or branch). */
const anyOwner = /^(?:repo:[^/*]*)?\*/;

/** A role that workflows of GitHub take on says of which repository they have to be. */
const workflowTrust = (resource: Resource): readonly Place[] =>
  trustOf(resource)
    .filter(({ isAllow, federated, conditions }) => {
      const ofWorkflows =
        federated.some((each) => each.includes(github)) ||
        conditions.some(({ key }) => key.startsWith(`${github}:`));
      const ofClaims = conditions.filter(({ key }) => !key.endsWith(':aud'));
      const isOpen = ofClaims.every(
        ({ values }) => values.length > 0 && values.some((value) => anyOwner.test(value)),
      );
      return isAllow && ofWorkflows && isOpen;
    })
    .map(({ at }) => ({
      at,
      message: `Workflows of any repository on GitHub may take on a role by ${resource.address}.`,
    }));

/** Resources of these kinds keep data; with other kinds, everybody gets actions. */
export const policyRules: readonly ResourceRule[] = (['terraform', 'cloudformation'] as const).flatMap(
  (format) => [
    {
      id: `${format}/excessive-permissions/all-actions` as const,
      title: 'Policy that allows everything',
      cwes: ['CWE-269'],
      score: 65,
      confidence: 90,
      remediation: 'Name the actions and resources that are needed.',
      types: identityTypes[format],
      find: allPermissions,
    },
    {
      id: `${format}/excessive-permissions/service-actions` as const,
      title: 'Policy that allows all of a service',
      cwes: ['CWE-269'],
      score: 45,
      confidence: 85,
      remediation: 'Name the actions and resources that are needed.',
      types: identityTypes[format],
      find: allOfService,
    },
    {
      id: `${format}/excessive-permissions/privilege-escalation` as const,
      title: 'Policy that lets its holder take more permissions',
      cwes: ['CWE-269'],
      score: 55,
      confidence: 85,
      remediation: 'Name the users, roles and policies that the action is for, in place of every resource.',
      types: identityTypes[format],
      find: escalation,
    },
    {
      id: `${format}/excessive-permissions/workflow-trust` as const,
      title: 'Role for workflows of any repository',
      cwes: ['CWE-284'],
      score: 80,
      confidence: 85,
      remediation:
        'Compare the claim `sub` with the repository, and the branch or environment, that needs the role.',
      types: roleTypes[format],
      find: workflowTrust,
    },
    {
      id: `${format}/public-storage/resource-policy` as const,
      title: 'Policy that gives everybody access',
      cwes: ['CWE-732'],
      score: 78,
      confidence: 85,
      remediation: 'Name the accounts, or add a condition that does.',
      types: resourceTypes[format],
      find: publicPolicies,
    },
    {
      id: `${format}/excessive-permissions/role-trust` as const,
      title: 'Role that everybody may take on',
      cwes: ['CWE-284'],
      score: 85,
      confidence: 90,
      remediation: 'Name the accounts or services that may take the role on.',
      types: roleTypes[format],
      find: trust,
    },
  ],
);
