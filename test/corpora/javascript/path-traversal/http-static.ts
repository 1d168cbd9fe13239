import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { createReadStream, existsSync, promises } from 'node:fs';
import { join, normalize } from 'node:path';

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const file = join(process.cwd(), normalize(decodeURIComponent(request.url ?? '')));
  if (existsSync(file)) { // ok: path-traversal
    createReadStream(file).pipe(response); // expect: path-traversal
    return;
  }
  const fallback = await promises.readFile('404.html', 'utf8'); // ok: path-traversal
  response.end(fallback);
}

createServer(serve).listen(8080);
