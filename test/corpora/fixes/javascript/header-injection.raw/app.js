const net = require('net');

const server = net.createServer((socket) => {
  socket.on('data', (data) => {
    const name = decodeURIComponent(data.toString().split(' ')[1].slice(1));
    socket.write('HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: /people/' + name + '\r\n\r\n');
    socket.end();
  });
});

module.exports = server;
