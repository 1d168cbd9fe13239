import { allowedHost } from '../../weaknesses/ssrf/fix-allowed-host.ts';
import { localRedirect } from '../../weaknesses/open-redirect/fix-local-redirect.ts';
import { knownObstacles, rewrittenCalls } from '../crypto/calls.ts';
import { strongHash } from '../../weaknesses/weak-hash/fix-strong-hash.ts';
import { systemRandom } from '../../weaknesses/weak-random/fix-system-random.ts';
import { parsedValue } from '../../weaknesses/code-injection/fix-parsed-value.ts';
import type { Strategy } from '../fix.ts';
import { escapedMarkup, lookedUp, textInsteadOfMarkup } from '../../weaknesses/xss/fix-markup.ts';
import { pathWithin, unpackFilter, uploadName } from '../../weaknesses/path-traversal/fix-paths.ts';
import { secretFromEnvironment } from '../../weaknesses/hard-coded-secret/fix-environment.ts';
import { withoutExemption } from '../../weaknesses/csrf-disabled/fix-exemption.ts';
import { cookieFlags, goodSettings } from '../settings/strategy.ts';
import { platformTrust } from '../../weaknesses/tls-verification-disabled/fix-platform-trust.ts';
import { hardenedXmlFactory } from '../../weaknesses/xxe/fix-factory.ts';
import { checkedCommandParts } from '../../weaknesses/command-injection/fix-checked-parts.ts';
import { javaCommand } from '../../weaknesses/command-injection/fix-java.ts';
import { javascriptCommand } from '../../weaknesses/command-injection/fix-javascript.ts';
import { pythonCommand, pythonShellQuote } from '../../weaknesses/command-injection/fix-python.ts';
import { javaSql } from '../../weaknesses/sql-injection/fix-java.ts';
import { javascriptSql } from '../../weaknesses/sql-injection/fix-javascript.ts';
import { boundMapper } from '../../weaknesses/sql-injection/fix-mybatis.ts';
import { pythonSql } from '../../weaknesses/sql-injection/fix-python.ts';
import { checkedHost, checkedQueryText } from '../values/checked.ts';
import { linearExpression } from '../../weaknesses/redos/fix-linear-expression.ts';
import { guardedKey } from '../../weaknesses/prototype-pollution/fix-guarded-key.ts';
import { listedClasses } from '../../weaknesses/unsafe-deserialization/fix-listed-classes.ts';
import { templatePlaceholders } from '../../weaknesses/template-injection/fix-placeholders.ts';
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
