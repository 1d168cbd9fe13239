import Handlebars from 'handlebars';
import { FastifyInstance } from 'fastify';

interface Mail {
  subject: string;
  body: string;
}

function renderMail(mail: Mail, model: object): string {
  const subject = Handlebars.compile('Re: {{subject}}'); // ok: template-injection
  const body = Handlebars.compile(mail.body); // expect: template-injection
  return subject({ subject: mail.subject }) + body(model);
}

export default async function routes(fastify: FastifyInstance) {
  fastify.post('/preview', async (request, reply) => {
    const mail = request.body as Mail;
    return reply.send({ preview: renderMail(mail, { user: request.headers.from }) });
  });
}
