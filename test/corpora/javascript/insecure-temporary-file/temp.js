const fs = require('fs');
const os = require('os');
const path = require('path');

fs.writeFileSync('/tmp/report.txt', 'data'); // expect: insecure-temporary-file
fs.appendFile('/var/tmp/app.log', 'line', () => {}); // expect: insecure-temporary-file
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'report-'));
fs.writeFileSync(path.join(folder, 'report.txt'), 'data'); // ok: insecure-temporary-file
fs.writeFileSync('./tmp/report.txt', 'data'); // ok: insecure-temporary-file
fs.readFileSync('/tmp/report.txt'); // ok: insecure-temporary-file
