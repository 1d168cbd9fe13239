import { contract } from '../../api/contract/index.ts';
import { checkRules } from '../rules/check.ts';
import * as customSinks from '../rules/custom-sinks.ts';
import * as customSources from '../rules/custom-sources.ts';
import { listPacks, togglePack } from '../rules/packs.ts';
import { createRule, deleteRule, getRule, listRules, updateRule } from '../rules/rules.ts';
import { type Binding, bind } from './bind.ts';

const { rules, ruleChecks, customModels, packs } = contract;

/** Custom rules, and what packs switch on. */
export const ruleBindings: readonly Binding[] = [
  bind(rules.createRule, createRule),
  bind(rules.listRules, listRules),
  bind(rules.getRule, getRule),
  bind(rules.updateRule, updateRule),
  bind(rules.deleteRule, deleteRule),
  bind(ruleChecks.checkRules, checkRules),
  bind(customModels.createCustomSource, customSources.create),
  bind(customModels.listCustomSources, customSources.list),
  bind(customModels.getCustomSource, customSources.get),
  bind(customModels.updateCustomSource, customSources.update),
  bind(customModels.toggleCustomSource, customSources.toggle),
  bind(customModels.deleteCustomSource, customSources.remove),
  bind(customModels.createCustomSink, customSinks.create),
  bind(customModels.listCustomSinks, customSinks.list),
  bind(customModels.getCustomSink, customSinks.get),
  bind(customModels.updateCustomSink, customSinks.update),
  bind(customModels.toggleCustomSink, customSinks.toggle),
  bind(customModels.deleteCustomSink, customSinks.remove),
  bind(packs.listRulePacks, listPacks('rule')),
  bind(packs.toggleRulePack, togglePack('rule')),
  bind(packs.listCustomSourcePacks, listPacks('source')),
  bind(packs.toggleCustomSourcePack, togglePack('source')),
  bind(packs.listCustomSinkPacks, listPacks('sink')),
  bind(packs.toggleCustomSinkPack, togglePack('sink')),
];
