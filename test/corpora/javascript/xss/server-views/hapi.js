const Hapi = require('@hapi/hapi');

const server = Hapi.server({ port: 3000 });
server.route({
  method: 'GET',
  path: '/notes',
  handler: (request, h) => h.view('card.hbs', { note: request.query.note, title: 'Notes' }),
});
