const { exec, execFile } = require('child_process');

exports.handler = async (event) => {
  exec(`cat ${event.file} | wc -l`); // expect: command-injection
  execFile('wc', ['-l', event.file]); // ok: command-injection
  const page = `<h1>${event.name}</h1>`;
  return { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: page }; // expect: xss
};

exports.api = async (event, context) => {
  exec('echo ' + event.queryStringParameters.word); // expect: command-injection
  // ok: xss
  return { statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(event.queryStringParameters) };
};
