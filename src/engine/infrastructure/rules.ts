import { cloudRules } from './cloud/examine.ts';
import { secretValueRules } from './cloudformation/secret-values.ts';
import { composeRules } from './compose/examine.ts';
import { dockerRules } from './docker/rules.ts';
import { kubernetesRules } from './kubernetes/examine.ts';
import { nginxRules } from './nginx/examine.ts';
import type { Rule } from './rule.ts';
import { workflowRules } from './workflows/rules.ts';

/** Every rule about infrastructure, in the order of their ids. */
export const infrastructureRules: readonly Rule[] = [
  ...cloudRules,
  ...secretValueRules,
  ...composeRules,
  ...dockerRules,
  ...kubernetesRules,
  ...nginxRules,
  ...workflowRules,
].toSorted((a, b) => (a.id < b.id ? -1 : 1));
