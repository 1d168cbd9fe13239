import { definePack } from '../../pack.ts';
import { makes, members, sanitizers, sinks } from './rows.ts';

const levels = 'debug info warning warn error critical exception fatal log';

const loggers = [
  ...members('logging', levels),
  ...members('logging.Logger', levels),
  ...members('loguru.logger', `${levels} success trace`),
  'syslog.syslog',
];

export const logging = definePack({
  id: 'python/logging',
  languages: ['python'],
  title: 'Logs',
  provenance: 'Python library documentation: logging, syslog; loguru and structlog documentation',
  rows: [
    ...makes('logging.Logger', [
      'logging.getLogger',
      'logging.Logger',
      'logging.Logger.getChild',
      'logging.LoggerAdapter',
      'celery.utils.log.get_task_logger',
      'flask.Flask.logger',
    ]),
    { kind: 'alias', api: 'django.utils.log.request_logger', of: 'logging.Logger' },
    ...sinks('log-injection', 'Argument[0]', loggers),
    // `%r` and `%d` leave no line break.
    ...sinks('log-injection', 'Argument[1..]', loggers, {
      when: [{ input: 'Argument[0]', matches: '%s|\\{\\}' }],
    }),
    ...sinks('log-injection', 'Argument[1]', ['logging.log', 'logging.Logger.log']),
    ...sanitizers(['log-injection'], ['logging.Logger.name']),
  ],
});
