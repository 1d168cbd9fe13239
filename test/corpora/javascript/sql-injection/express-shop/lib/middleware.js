exports.tenant = (req, res, next) => {
  req.tenant = req.get('x-tenant');
  res.locals.lang = req.query.lang;
  req.flags = Object.fromEntries(Object.entries(req.query).filter(([k]) => k.startsWith('f_')));
  next();
};
exports.only = (...names) => (req, res, next) => {
  if (!names.includes(req.params.kind)) return res.sendStatus(404);
  next();
};
