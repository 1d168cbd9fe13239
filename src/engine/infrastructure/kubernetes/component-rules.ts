/** Programs of Kubernetes itself, which pods of the control plane and of nodes start with their settings. */
import { itemsOf, type LocatedValue, valueAt } from '../../files/structured/value.ts';
import { writtenText } from '../values.ts';
import type { ContainerRule } from './container-rules.ts';
import type { Container } from './pods.ts';

/** Options that let in whoever reaches the program, by its name (kubernetes.io/docs/reference/command-line-tools-reference). */
const open: Readonly<Record<string, RegExp>> = {
  'kube-apiserver':
    /^--(?:anonymous-auth=true|insecure-port=[1-9]\d*|insecure-bind-address=.+|(?:basic-auth|token-auth)-file=.+|authorization-mode=(?:.*,)?AlwaysAllow(?:,.*)?)$/,
  kubelet: /^--(?:anonymous-auth=true|read-only-port=[1-9]\d*|authorization-mode=AlwaysAllow)$/,
  etcd: /^--(?:(?:peer-)?client-cert-auth=false|(?:peer-)?auto-tls=true)$/,
};

const wordsOf = ({ table }: Container): readonly LocatedValue[] =>
  ['command', 'args'].flatMap((key) => itemsOf(valueAt(table, key)));

export const componentRules: readonly ContainerRule[] = [
  {
    id: 'kubernetes/excessive-permissions/component-option',
    title: 'Part of the control plane that lets everybody in',
    cwes: ['CWE-306'],
    score: 75,
    confidence: 90,
    remediation:
      'Leave the option out, or set it so that callers need a certificate or a token that expires.',
    find: (container) => {
      const words = wordsOf(container);
      const [name = ''] = words.flatMap((word) => {
        const program = /(?:^|\/)(kube-apiserver|kubelet|etcd)$/.exec(writtenText(word) ?? '')?.[1];
        return program ?? [];
      });
      const pattern = open[name];
      return words.flatMap((word) =>
        pattern?.test(writtenText(word) ?? '')
          ? [
              {
                at: word,
                message: `${name} takes requests without a login of its own, by \`${writtenText(word)}\`.`,
              },
            ]
          : [],
      );
    },
  },
];
