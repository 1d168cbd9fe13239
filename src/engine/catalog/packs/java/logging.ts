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
    ...subtypes({ 'org.apache.log4j.Logger': ['org.apache.log4j.Category'] }),
    ...sinks(
      'log-injection',
      'Argument[*]',
      [
        ...of('org.slf4j.Logger', levels),
        ...of('org.slf4j.spi.LoggingEventBuilder', 'log'),
        ...of('org.apache.logging.log4j.Logger', `${levels} fatal log printf`),
        ...of('org.apache.log4j.Category', `${levels} fatal log`),
        ...of('java.util.logging.Logger', 'severe warning info config fine finer finest log logp'),
        ...of('org.apache.commons.logging.Log', `${levels} fatal`),
        ...of('org.jboss.logging.Logger', `${levels} fatal infof warnf errorf debugf tracef`),
        'java.lang.System.Logger.log',
      ],
      what,
    ),
    ...neutrals(of('org.slf4j.Logger', 'isDebugEnabled isTraceEnabled isInfoEnabled')),
  ],
});
