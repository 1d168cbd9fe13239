import { clearLabels } from './labels.ts';
import { bitOf } from './masks.ts';
import { exact, type Value, withLabels } from './values.ts';

/** Whether a word of a command says that no options follow it. */
export const isEndOfOptions = (word: Value): boolean => exact(word)?.value === '--';

/** A word that stands after `--`: no program reads it as an option. */
export const asOperand = (word: Value): Value =>
  withLabels(word, clearLabels(word.labels, bitOf('argument-injection')));
