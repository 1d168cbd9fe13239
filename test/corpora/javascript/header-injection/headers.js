const net = require('net');
const app = require('express')();

app.get('/h', (req, res) => {
  res.setHeader(req.query.header, 'x'); // expect: header-injection
  res.setHeader('x-request-id', req.query.id); // ok: header-injection
  res.end();
});

net.createServer((socket) => {
  socket.on('data', (data) => {
    const name = data.toString().split(' ')[1];
    socket.write('HTTP/1.1 302 Found\r\nLocation: ' + name + '\r\n\r\n'); // expect: header-injection
    socket.write('HTTP/1.1 200 OK\r\n\r\n'); // ok: header-injection
  });
});
