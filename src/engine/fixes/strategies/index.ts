import { allowedHost } from '../addresses/allowed-host.ts';
import { localRedirect } from '../addresses/redirect.ts';
import { knownObstacles, rewrittenCalls } from '../crypto/calls.ts';
import { strongHash } from '../crypto/hash.ts';
import { systemRandom } from '../crypto/random.ts';
import { parsedValue } from '../evaluated/strategy.ts';
import type { Strategy } from '../fix.ts';
import { escapedMarkup, lookedUp, textInsteadOfMarkup } from '../markup/strategy.ts';
import { pathWithin, unpackFilter, uploadName } from '../paths/strategy.ts';
import { secretFromEnvironment } from '../secrets/strategy.ts';
import { withoutExemption } from '../settings/decorators.ts';
import { cookieFlags, goodSettings } from '../settings/strategy.ts';
import { platformTrust } from '../settings/trust.ts';
import { hardenedXmlFactory } from '../settings/xml.ts';
import { checkedCommandParts } from '../shell/checked.ts';
import { javaCommand } from '../shell/java.ts';
import { javascriptCommand } from '../shell/javascript.ts';
import { pythonCommand, pythonShellQuote } from '../shell/python.ts';
import { javaSql } from '../sql/java.ts';
import { javascriptSql } from '../sql/javascript.ts';
import { boundMapper } from '../sql/mybatis.ts';
import { pythonSql } from '../sql/python.ts';
import { checkedHost, checkedQueryText } from '../values/checked.ts';
import { linearExpression } from '../values/expressions.ts';
import { guardedKey } from '../values/keys.ts';
import { listedClasses } from '../values/listed-classes.ts';
import { templatePlaceholders } from '../values/placeholders.ts';
import { escapedFilter, plainQueryValues, quotedPattern, withoutLineBreaks } from '../values/strategies.ts';

/** Every strategy, the best of a class first: the first whose fix is proven is taken. */
export const strategies: readonly Strategy[] = [
  javascriptSql,
  pythonSql,
  javaSql,
  boundMapper,
  pythonCommand,
  pythonShellQuote,
  javascriptCommand,
  javaCommand,
  checkedCommandParts,
  parsedValue,
  lookedUp,
  textInsteadOfMarkup,
  escapedMarkup,
  uploadName,
  unpackFilter,
  pathWithin,
  localRedirect,
  goodSettings,
  cookieFlags,
  withoutExemption,
  hardenedXmlFactory,
  platformTrust,
  linearExpression,
  guardedKey,
  strongHash,
  systemRandom,
  secretFromEnvironment,
  rewrittenCalls,
  knownObstacles,
  withoutLineBreaks,
  quotedPattern,
  plainQueryValues,
  escapedFilter,
  checkedQueryText,
  checkedHost,
  allowedHost,
  templatePlaceholders,
  listedClasses,
];
