import type { Window } from '../window.ts';
import type { ruleCommands } from './commands.ts';
import { assistRuleFiles } from './rule-assistance.ts';
import { RulesView } from './rules-view.ts';

/** Registers the view of custom rules. */
export function registerRules(window: Window): void {
  const rules = new RulesView(window);
  window.register<typeof ruleCommands>({
    'parapet.newRule': (name) => rules.add(name),
    'parapet.checkRules': () => rules.checkAll(),
    'parapet.addRuleExample': () => rules.addExample(),
    'parapet.switchFocusedRule': () => rules.switchFocused(),
    'parapet.switchRules': (switches) => rules.switch(switches),
    'parapet.runRuleExamples': (row) => rules.runExamples(row),
  });
  window.keep(rules, assistRuleFiles());
}
