const fastify = require('fastify')();

fastify.get('/notes', (request, reply) => reply.view('notes.ejs', { note: request.query.note, title: 'Notes' }));
