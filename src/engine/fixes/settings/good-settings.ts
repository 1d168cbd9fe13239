import type { SyntaxNode } from '../../languages/syntax.ts';
import { callAt } from '../calls.ts';
import type { Edit } from '../edits.ts';
import type { Fix, NoFix, Situation, Strategy } from '../fix.ts';
import type { Source } from '../source.ts';
import { replaced, withoutElement, withoutStatement } from '../statements.ts';
import { type Setting, settingsOf } from './found.ts';
import type { SettingRule } from './rule.ts';

/**
 * The strategy that gives settings that weaken the program the value that does not.
 * @param besides what the change takes beside the settings themselves
 */
export const goodSettings = (
  rules: readonly SettingRule[],
  wording: Pick<Fix, 'title' | 'explanation'>,
  besides: (situation: Situation) => readonly Edit[] | NoFix = () => [],
): Strategy => ({
  languages: ['javascript', 'python', 'java'],
  fix: (situation) => {
    const { source, finding } = situation;
    const more = besides(situation);
    if ('reason' in more) return more;
    const known = rules.filter(({ language }) => language === source.language);
    const edits = subjectsOf(situation)
      .flatMap((node) => settingsOf(source, node))
      .flatMap((setting) => changed(source, setting, known));
    if (edits.length === 0) return undefined;
    return { strategy: `${finding.vulnClass}/setting`, ...wording, edits: [...edits, ...more] };
  },
});

function subjectsOf({ source, finding, node }: Situation): SyntaxNode[] {
  const range = source.offsetsOf(finding.range);
  const call = callAt(source, range);
  return call && call.node.end === range.end ? [call.node] : [node];
}

function changed(source: Source, setting: Setting, rules: readonly SettingRule[]): Edit[] {
  const value = source.textOf(setting.value);
  const rule = rules.find(({ name, bad }) => name.test(setting.name) && bad.test(value));
  if (!rule) return [];
  if (rule.good !== undefined) return value === rule.good ? [] : [replaced(setting.value, rule.good)];
  return [
    setting.node.type.startsWith('assignment')
      ? withoutStatement(source, setting.node)
      : withoutElement(source, setting.node),
  ];
}
