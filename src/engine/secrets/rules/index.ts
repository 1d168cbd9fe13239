import { cloudRules } from './cloud.ts';
import { developmentRules } from './development.ts';
import type { TokenRule } from './rule.ts';
import { serviceRules } from './services.ts';

/** Every token format that is known, each by its own form. */
export const tokenRules: readonly TokenRule[] = [...cloudRules, ...developmentRules, ...serviceRules];
