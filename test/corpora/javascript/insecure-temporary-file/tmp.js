const fs = require('fs');
const os = require('os');
const path = require('path');
const tmp = require('tmp');
fs.writeFileSync('/tmp/report.txt', 'x'); // expect: insecure-temporary-file
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'app-'));
fs.writeFileSync(path.join(dir, 'x'), 'x'); // ok: insecure-temporary-file
const file = tmp.fileSync();
fs.writeFileSync(file.name, 'x'); // ok: insecure-temporary-file
