module.exports =
  ({ origin, credentials = false } = {}) =>
  (req, res, next) => {
    const asked = req.headers.origin;
    const allowed = origin === true || (Array.isArray(origin) && origin.includes(asked)) ? asked : '*';
    res.set('Access-Control-Allow-Origin', allowed);
    if (credentials) res.set('Access-Control-Allow-Credentials', 'true');
    next();
  };
