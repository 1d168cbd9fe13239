const { createLogger, transports } = require('winston');
const log = createLogger({ transports: [new transports.Console()] });
const { execFileSync, execSync } = require('child_process');

class Audit {
  record(user, action, note) {
    log.info(`${action}: ${note}`); // expect: log-injection
    log.info('done', { action }); // ok: log-injection
    this._notify(action, note);
  }
  _notify(action, note) {
    execFileSync('notify', ['--', action, note]); // ok: command-injection
    execSync(`notify ${action} "${note}"`); // expect: command-injection
    execSync(`notify ${action}`); // ok: command-injection
  }
}
module.exports = new Audit();
