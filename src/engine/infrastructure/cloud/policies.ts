/** Policies of AWS: who may do what (IAM JSON policy elements reference). */
import { readJson } from '../../files/structured/json.ts';
import type { LocatedTable, LocatedValue, Span } from '../../files/structured/value.ts';
import { eachOf, memberSpan, tableOf, unknownMark, writtenText } from '../values.ts';
import { membersAt, type Place, type Resource, type ResourceRule } from './resource.ts';

interface Statement {
  readonly at: Span;
  readonly isAllow: boolean;
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  /** Undefined where the statement is of an identity's policy, which names no principal. */
  readonly principals: readonly string[];
  readonly hasCondition: boolean;
}

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
  ],
} as const;
const resourcePaths: Readonly<Record<string, readonly string[]>> = {
  terraform: ['policy', 'access_policies'],
  cloudformation: ['PolicyDocument', 'RepositoryPolicyText', 'ResourcePolicy'],
};

/** A member whatever its spelling: JSON has `Effect`, blocks of Terraform have `effect`. */
function anyCase(table: LocatedTable, ...names: readonly string[]): LocatedValue | undefined {
  for (const [key, { value }] of table.members) if (names.includes(key.toLowerCase())) return value;
  return undefined;
}

/** The texts of a value, or of its items; what is computed is a mark. */
const textsOf = (value: LocatedValue | undefined): readonly string[] =>
  eachOf(value).map((item) => writtenText(item) ?? (item.kind === 'text' ? item.text : unknownMark));

function principalsOf(value: LocatedValue | undefined): readonly string[] {
  return eachOf(value).flatMap((each) => {
    if (each.kind !== 'table') return textsOf(each);
    const identifiers = anyCase(each, 'identifiers');
    const isAws = /^(?:aws|\*)$/i.test(writtenText(anyCase(each, 'type')) ?? 'aws');
    if (identifiers) return isAws ? textsOf(identifiers) : [];
    return textsOf(anyCase(each, 'aws'));
  });
}

function statementsOf(document: LocatedValue | undefined, at: Span | undefined): readonly Statement[] {
  if (document?.kind === 'text' && document.text.trimStart().startsWith('{')) {
    try {
      return statementsOf(readJson(document.text).root, at);
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof RangeError) return [];
      throw error;
    }
  }
  const table = tableOf(document);
  if (!table) return [];
  return eachOf(anyCase(table, 'statement')).flatMap((each) => {
    const statement = tableOf(each);
    if (!statement || anyCase(statement, 'notaction', 'not_actions')) return [];
    const [first] = [...statement.members.values()];
    return [
      {
        at: at ?? (first ? memberSpan(first) : statement),
        isAllow: /^allow$/i.test(writtenText(anyCase(statement, 'effect')) ?? 'Allow'),
        actions: textsOf(anyCase(statement, 'action', 'actions')),
        resources: textsOf(anyCase(statement, 'resource', 'resources')),
        principals: principalsOf(anyCase(statement, 'principal', 'principals')),
        hasCondition: anyCase(statement, 'condition') !== undefined,
      },
    ];
  });
}

/** Statements under one of the paths, each once; a data source is a document itself. */
function statements(resource: Resource, paths: readonly string[]): readonly Statement[] {
  if (resource.type === 'data.aws_iam_policy_document') return statementsOf(resource.body, undefined);
  return paths.flatMap((path) =>
    membersAt(resource.body, path).flatMap((member) => {
      const isText = member.value.kind === 'text';
      return statementsOf(member.value, isText ? memberSpan(member) : undefined);
    }),
  );
}

/** With all actions of IAM, the holder can give itself the others. */
const isEveryAction = (action: string): boolean =>
  action === '*' || action === '*:*' || /^iam:\*$/i.test(action);

const isEverything = (texts: readonly string[]): boolean => texts.includes('*');

function allPermissions(resource: Resource): readonly Place[] {
  return statements(resource, identityPaths[resource.format] ?? [])
    .filter(({ isAllow, actions, resources, principals, hasCondition }) => {
      const isAll = actions.some(isEveryAction);
      return isAllow && isAll && isEverything(resources) && principals.length === 0 && !hasCondition;
    })
    .map(({ at }) => ({
      at,
      message: `${resource.address} allows every action on every resource, or to give itself that.`,
    }));
}

/** Every action of a service, on everything of it. */
function allOfService(resource: Resource): readonly Place[] {
  return statements(resource, identityPaths[resource.format] ?? []).flatMap((statement) => {
    const { at, isAllow, actions, resources, principals, hasCondition } = statement;
    const service = actions.find((action) => /^(?!iam:)[a-z0-9-]+:\*$/i.test(action));
    const isWide = isAllow && isEverything(resources) && principals.length === 0 && !hasCondition;
    return isWide && service !== undefined && !actions.some(isEveryAction)
      ? [{ at, message: `${resource.address} allows \`${service}\` on every resource.` }]
      : [];
  });
}

function publicPolicies(resource: Resource): readonly Place[] {
  return statements(resource, resourcePaths[resource.format] ?? [])
    .filter(({ isAllow, principals, hasCondition }) => isAllow && isEverything(principals) && !hasCondition)
    .map(({ at, actions }) => ({
      at,
      message: `${resource.address} allows ${actions[0] === undefined || actions[0] === unknownMark ? 'its actions' : actions[0]} to everybody, with no condition.`,
    }));
}

/** Who may take a role on: only Terraform's and CloudFormation's roles have this. */
function trust(resource: Resource): readonly Place[] {
  const path = resource.format === 'terraform' ? 'assume_role_policy' : 'AssumeRolePolicyDocument';
  return statements(resource, [path])
    .filter(({ isAllow, principals, hasCondition }) => isAllow && isEverything(principals) && !hasCondition)
    .map(({ at }) => ({ at, message: `Every account of AWS may take on the role ${resource.address}.` }));
}

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
      types: format === 'terraform' ? ['aws_iam_role'] : ['AWS::IAM::Role'],
      find: trust,
    },
  ],
);
