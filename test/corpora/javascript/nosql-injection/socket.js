const { Server } = require('socket.io');
const { MongoClient } = require('mongodb');

const io = new Server(3000);
let rooms;
MongoClient.connect(process.env.MONGO, (err, client) => {
  rooms = client.db('chat').collection('rooms');
});

io.on('connection', (socket) => {
  socket.on('join', (message) => {
    rooms.findOne({ name: message.room }, (err, room) => socket.emit('room', room)); // expect: nosql-injection
  });
  socket.on('leave', (message) => {
    rooms.updateOne({ name: String(message.room) }, { $inc: { members: -1 } }); // ok: nosql-injection
  });
});
