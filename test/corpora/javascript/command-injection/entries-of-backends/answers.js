const { exec, execSync, spawn } = require('node:child_process');
const https = require('node:https');

https.get('https://jobs.example.org/next', (answer) => {
  let body = '';
  answer.on('data', (part) => {
    body += part;
  });
  answer.on('end', () => {
    execSync('run-job ' + JSON.parse(body).name); // expect: command-injection
  });
});

exec('netsh wlan show interfaces', (error, stdout) => {
  const name = stdout.split(':')[1];
  execSync('netsh wlan show profile ' + name); // expect: command-injection
});

const list = spawn('ls', ['/srv']);
list.stdout.on('data', (data) => {
  execSync('file ' + data.toString()); // expect: command-injection
});
list.on('close', (code) => {
  execSync('exit-with ' + Number(code)); // ok: command-injection
});
