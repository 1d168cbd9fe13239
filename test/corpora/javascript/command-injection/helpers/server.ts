import http from 'http';
import { URL } from 'url';
import { runLine, version } from './shell';

http
  .createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/version') {
      response.end(version('node'));
      return;
    }
    const output = runLine({ program: 'git', args: ['log', url.searchParams.get('branch') ?? 'main'] });
    response.setHeader('content-type', 'text/plain');
    response.end(output.length.toString());
  })
  .listen(8080);
