import { contract } from '../../api/contract/index.ts';
import { checkRules } from '../rules/check.ts';
import { createRule, deleteRule, getRule, listRules, updateRule } from '../rules/rules.ts';
import { type Binding, bind } from './bind.ts';

const { rules, ruleChecks } = contract;

/** Custom rules, and what packs switch on. */
export const ruleBindings: readonly Binding[] = [
  bind(rules.createRule, createRule),
  bind(rules.listRules, listRules),
  bind(rules.getRule, getRule),
  bind(rules.updateRule, updateRule),
  bind(rules.deleteRule, deleteRule),
  bind(ruleChecks.checkRules, checkRules),
];
