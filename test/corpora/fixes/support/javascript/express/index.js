// As much of express as the samples use: routes without a server, and what they answered.
function express() {
  const routes = [];
  const before = [];
  const app = { use: (...args) => before.push(args.at(-1)) };
  for (const method of ['get', 'post', 'put', 'delete'])
    app[method] = (path, ...handlers) => routes.push({ method: method.toUpperCase(), path, handlers });
  app.listen = () => app;
  app.call = (method, path, request = {}) =>
    new Promise((resolve, reject) => {
      const route = routes.find((one) => one.method === method && one.path === path);
      if (!route) return reject(new Error(`no route ${method} ${path}`));
      const req = { method, path, query: {}, body: {}, params: {}, headers: {}, session: {}, ...request };
      req.get = (name) => req.headers[name.toLowerCase()];
      const res = responding(resolve);
      const steps = [...before, ...route.handlers];
      const next = (error) => {
        const step = error ? undefined : steps.shift();
        if (!step) return resolve({ status: 500, headers: {}, cookies: {}, body: String(error) });
        Promise.resolve()
          .then(() => step(req, res, next))
          .catch((thrown) => resolve({ status: 500, headers: {}, cookies: {}, body: `failed: ${thrown.message}` }));
      };
      next();
    });
  return app;
}

function responding(resolve) {
  const answer = { status: 200, headers: {}, cookies: {}, body: '' };
  const end = (body) => resolve({ ...answer, body });
  const set = (name, value) => {
    answer.headers[name.toLowerCase()] = value;
    return res;
  };
  const res = {
    status(code) {
      answer.status = code;
      return res;
    },
    set,
    header: set,
    setHeader: set,
    type: () => res,
    cookie(name, value, options = {}) {
      answer.cookies[name] = { value, ...options };
      return res;
    },
    redirect: (status, address) => {
      if (typeof status === 'number') answer.status = status;
      else answer.status = 302;
      set('location', address ?? status);
      end('');
    },
    json: (value) => end(value === undefined ? undefined : JSON.parse(JSON.stringify(value))),
    send: (value) => end(Buffer.isBuffer(value) ? value.toString() : value),
    end: (value = '') => end(value),
    sendStatus: (code) => {
      answer.status = code;
      end('');
    },
  };
  return res;
}

express.json = () => (_req, _res, next) => next();
express.urlencoded = express.json;
module.exports = express;
