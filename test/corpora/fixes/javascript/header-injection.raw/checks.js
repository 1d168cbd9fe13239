const assert = require('node:assert/strict');
const http = require('node:http');

/** The headers that a browser sees. */
async function headers(server, name) {
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address();
  const answer = await new Promise((resolve, reject) => {
    http.get({ host: 'localhost', port, path: `/${name}`, agent: false }, resolve).on('error', reject);
  });
  answer.resume();
  await new Promise((resolve) => server.close(resolve));
  return answer.headers;
}

exports.behaviour = async (server) => {
  assert.equal((await headers(server, 'ann')).location, '/people/ann');
};
exports.exploit = async (server) => 'set-cookie' in (await headers(server, 'ann%0D%0ASet-Cookie:%20session=theirs'));
