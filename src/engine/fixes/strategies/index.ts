import { localRedirect } from '../addresses/redirect.ts';
import type { Strategy } from '../fix.ts';
import { escapedMarkup, textInsteadOfMarkup } from '../markup/strategy.ts';
import { pathWithin, unpackFilter, uploadName } from '../paths/strategy.ts';
import { javaCommand } from '../shell/java.ts';
import { javascriptCommand } from '../shell/javascript.ts';
import { pythonCommand, pythonShellQuote } from '../shell/python.ts';
import { javaSql } from '../sql/java.ts';
import { javascriptSql } from '../sql/javascript.ts';
import { pythonSql } from '../sql/python.ts';

/** Every strategy, the best of a class first: the first whose fix is proven is taken. */
export const strategies: readonly Strategy[] = [
  javascriptSql,
  pythonSql,
  javaSql,
  pythonCommand,
  pythonShellQuote,
  javascriptCommand,
  javaCommand,
  textInsteadOfMarkup,
  escapedMarkup,
  uploadName,
  unpackFilter,
  pathWithin,
  localRedirect,
];
