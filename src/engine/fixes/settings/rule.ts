import type { FixLanguage } from '../source.ts';

/** A setting that weakens the program, and the value that does not. */
export interface SettingRule {
  readonly language: FixLanguage;
  readonly name: RegExp;
  /** What it says when it is the matter. */
  readonly bad: RegExp;
  /** Its good value; undefined to leave the setting out, so that the default holds. */
  readonly good: string | undefined;
}

export const off = /^(?:false|False|0|'0'|"0"|`0`|None)$/;
export const on = /^(?:true|True|1)$/;
export const any = /^[\s\S]*$/;

export const setting = (
  language: FixLanguage,
  name: RegExp,
  bad: RegExp,
  good: string | undefined,
): SettingRule => ({ language, name, bad, good });
