/** Where a template shows a secret that it was given, or that it makes. */
import { itemsOf, type LocatedValue, valueAt } from '../../files/structured/value.ts';
import type { Hit, Rule } from '../rule.ts';
import { isOn, memberOf, memberSpan, tableOf, writtenText } from '../values.ts';
import { callOf } from './intrinsics.ts';

const shownOutput = {
  id: 'cloudformation/exposed-secret/output',
  title: 'Secret in the outputs of a stack',
  cwes: ['CWE-522'],
  score: 55,
  confidence: 95,
  remediation: 'Keep it in the secret store, and put its name into the output.',
} as const satisfies Rule;

const startScript = {
  id: 'cloudformation/exposed-secret/user-data',
  title: 'Secret in the start script of a machine',
  cwes: ['CWE-522'],
  score: 45,
  confidence: 90,
  remediation: 'Have the machine read it from the secret store, with the rights of its role.',
} as const satisfies Rule;

export const secretValueRules: readonly Rule[] = [shownOutput, startScript];

/** Values within one value that are looked at: a template nests them a few times. */
const deepest = 12;

/** Returns the outputs that show a secret, and the start scripts that hold one. @param root of the template */
export function secretValues(root: LocatedValue): readonly Hit[] {
  const outputs = [...(tableOf(valueAt(root, 'Outputs'))?.members ?? [])].flatMap(
    ([name, { value }]): Hit[] => {
      const member = memberOf(value, 'Value');
      const secret = member && secretIn(member.value, root);
      if (!member || secret === undefined) return [];
      const { start: at, end } = memberSpan(member);
      const message = `The output ${name} shows ${secret} to everybody who may describe the stack.`;
      return [{ rule: shownOutput, at, end, message, subject: name }];
    },
  );
  const scripts = [...(tableOf(valueAt(root, 'Resources'))?.members ?? [])].flatMap(
    ([name, { value }]): Hit[] => {
      const properties = valueAt(value, 'Properties');
      const member =
        memberOf(properties, 'UserData') ?? memberOf(valueAt(properties, 'LaunchTemplateData'), 'UserData');
      const secret = member && secretIn(member.value, root);
      if (!member || secret === undefined) return [];
      const { start: at, end } = member.key;
      const message = `The start script of ${name} holds ${secret}, which every program of the machine can read from the metadata service.`;
      return [{ rule: startScript, at, end, message, subject: name }];
    },
  );
  return [...outputs, ...scripts];
}

/** What secret a value comes to, in words; undefined where none is known. */
function secretIn(value: LocatedValue, root: LocatedValue, depth = 0): string | undefined {
  if (depth > deepest) return undefined;
  const call = callOf(value);
  if (call) return secretOf(call.name, call.argument, root, depth);
  const parts =
    value.kind === 'table' ? [...value.members.values()].map((member) => member.value) : itemsOf(value);
  return firstSecret(parts, root, depth);
}

function firstSecret(values: readonly LocatedValue[], root: LocatedValue, depth: number): string | undefined {
  for (const value of values) {
    const found = secretIn(value, root, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function secretOf(
  name: string,
  argument: LocatedValue,
  root: LocatedValue,
  depth: number,
): string | undefined {
  switch (name) {
    case 'Ref':
      return parameter(writtenText(argument) ?? '', root);
    case 'GetAtt': {
      const [resource, attribute] =
        argument.kind === 'list'
          ? itemsOf(argument).map((item) => writtenText(item))
          : (writtenText(argument) ?? '').split('.');
      return accessKey(resource ?? '', attribute ?? '', root);
    }
    case 'Sub': {
      const [template = argument, values] = itemsOf(argument);
      const text = template.kind === 'text' ? template.text : '';
      for (const [, named = ''] of text.matchAll(/\$\{([^!}][^}]{0,200})\}/g)) {
        const [resource = '', attribute] = named.trim().split('.');
        const own = memberOf(values, resource);
        const found =
          attribute !== undefined
            ? accessKey(resource, attribute, root)
            : own
              ? secretIn(own.value, root, depth + 1)
              : parameter(resource, root);
        if (found !== undefined) return found;
      }
      return undefined;
    }
    // What these make of a secret can be read back.
    case 'Base64':
    case 'Join':
    case 'Split':
    case 'Select':
      return firstSecret([argument], root, depth);
    default:
      return undefined;
  }
}

/** `NoEcho` says that nobody is to see the parameter. */
const parameter = (name: string, root: LocatedValue): string | undefined =>
  isOn(valueAt(root, 'Parameters', name, 'NoEcho'))
    ? `the parameter ${name}, which is declared NoEcho,`
    : undefined;

const accessKey = (resource: string, attribute: string, root: LocatedValue): string | undefined =>
  attribute === 'SecretAccessKey' &&
  writtenText(valueAt(root, 'Resources', resource, 'Type')) === 'AWS::IAM::AccessKey'
    ? `the secret of the access key ${resource}`
    : undefined;
