import { execSync } from 'node:child_process';
import type { HttpContextContract } from '@ioc:Adonis/Core/HttpContext';

export default class ToolsController {
  public async store({ request, response }: HttpContextContract) {
    execSync('whois ' + request.input('domain')); // expect: command-injection
    return response.redirect('/tools');
  }

  public async show({ params }) {
    execSync('whois ' + params.domain); // expect: command-injection
  }
}
