import { definePack } from '../../pack.ts';
import { neutrals, of, sinks, subtypes, types } from './rows.ts';

const what = { what: 'a line of the log' };
const levels = 'trace debug info warn error';

/** SLF4J, Log4j, java.util.logging, Commons Logging, JBoss Logging. */
export const logging = definePack({
  id: 'java/logging',
  languages: ['java'],
  title: 'Logging',
  provenance: 'Library documentation.',
  rows: [
    ...types({
      'org.slf4j.LoggerFactory.getLogger': 'org.slf4j.Logger',
      'org.apache.logging.log4j.LogManager.getLogger': 'org.apache.logging.log4j.Logger',
      'org.apache.log4j.Logger.getLogger': 'org.apache.log4j.Logger',
      'org.apache.log4j.LogManager.getLogger': 'org.apache.log4j.Logger',
      'java.util.logging.Logger.getLogger': 'java.util.logging.Logger',
      'org.apache.commons.logging.LogFactory.getLog': 'org.apache.commons.logging.Log',
      'org.jboss.logging.Logger.getLogger': 'org.jboss.logging.Logger',
      'java.lang.System.getLogger': 'java.lang.System.Logger',
      ...Object.fromEntries(
        of('org.slf4j.Logger', 'atTrace atDebug atInfo atWarn atError').map((api) => [
          api,
          'org.slf4j.spi.LoggingEventBuilder',
        ]),
      ),
    }),
    ...subtypes({
      'org.apache.log4j.Logger': ['org.apache.log4j.Category'],
      'org.jboss.logging.Logger': ['org.jboss.logging.BasicLogger'],
      'com.google.common.flogger.FluentLogger.Api': ['com.google.common.flogger.LoggingApi'],
      'org.scijava.log.LogService': ['org.scijava.log.Logger'],
    }),
    ...types({
      'com.google.common.flogger.FluentLogger.forEnclosingClass': 'com.google.common.flogger.FluentLogger',
      ...Object.fromEntries(
        of(
          'com.google.common.flogger.FluentLogger',
          'atSevere atWarning atInfo atConfig atFine atFiner atFinest at',
        ).map((api) => [api, 'com.google.common.flogger.LoggingApi']),
      ),
      ...Object.fromEntries(
        of('com.google.common.flogger.LoggingApi', 'withCause every atMostEvery withStackTrace').map(
          (api) => [api, 'com.google.common.flogger.LoggingApi'],
        ),
      ),
      ...Object.fromEntries(
        of(
          'org.apache.logging.log4j.Logger',
          'atTrace atDebug atInfo atWarn atError atFatal always atLevel',
        ).map((api) => [api, 'org.apache.logging.log4j.LogBuilder']),
      ),
      ...Object.fromEntries(
        of('org.apache.logging.log4j.LogBuilder', 'withThrowable withMarker withLocation').map((api) => [
          api,
          'org.apache.logging.log4j.LogBuilder',
        ]),
      ),
      ...Object.fromEntries(
        of('org.slf4j.spi.LoggingEventBuilder', 'setMessage addArgument addKeyValue setCause addMarker').map(
          (api) => [api, 'org.slf4j.spi.LoggingEventBuilder'],
        ),
      ),
    }),
    ...sinks(
      'log-injection',
      'Argument[*]',
      [
        ...of('org.slf4j.Logger', levels),
        ...of('org.slf4j.spi.LoggingEventBuilder', 'log'),
        ...of(
          'org.apache.logging.log4j.Logger',
          `${levels} fatal log printf logMessage traceEntry traceExit entry exit`,
        ),
        ...of('org.apache.logging.log4j.LogBuilder', 'log'),
        ...of('org.apache.log4j.Category', `${levels} fatal log forcedLog l7dlog`),
        ...of(
          'java.util.logging.Logger',
          'severe warning info config fine finer finest log logp logrb entering exiting',
        ),
        ...of('org.apache.commons.logging.Log', `${levels} fatal`),
        ...['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'log'].flatMap((level) =>
          of('org.jboss.logging.BasicLogger', `${level} ${level}f ${level}v`),
        ),
        ...of('com.google.common.flogger.LoggingApi', 'log logVarargs'),
        ...of('org.scijava.log.Logger', `${levels} log alwaysLog`),
        ...of('android.util.Log', 'v d i w e wtf'),
        ...of('org.apache.cxf.common.logging.LogUtils', 'log'),
        ...of('io.vertx.core.logging.Logger', `${levels} fatal`),
        'java.lang.System.Logger.log',
      ],
      what,
    ),
    // An assertion writes only what it says.
    ...sinks('log-injection', 'Argument[1]', ['org.apache.log4j.Category.assertLog'], what),
    // What a builder is told is written by `log()`.
    ...sinks(
      'log-injection',
      'Argument[*]',
      of('org.slf4j.spi.LoggingEventBuilder', 'setMessage addArgument addKeyValue'),
      what,
    ),
    ...neutrals(of('org.slf4j.Logger', 'isDebugEnabled isTraceEnabled isInfoEnabled')),
  ],
});
