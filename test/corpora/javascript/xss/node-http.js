const http = require('http');
const url = require('url');
const querystring = require('querystring');

http.createServer((req, res) => {
  const { query, pathname } = url.parse(req.url, true);
  res.writeHead(200, { 'Content-Type': 'text/html' });
  if (pathname === '/a') {
    res.write('<p>' + query.name + '</p>'); // expect: xss
    res.end('<p>done</p>'); // ok: xss
    return;
  }
  let body = '';
  req.on('data', (chunk) => {
    body += chunk;
  });
  req.on('end', () => {
    const form = querystring.parse(body);
    res.end('<p>Thanks, ' + form.name + '</p>'); // expect: xss
  });
}).listen(80);
