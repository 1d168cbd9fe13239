export function onError(err, req, res, _next) {
  console.error(err); // ok: log-injection
  res.status(err.status ?? 500).json({ message: 'Something went wrong', stack: err.stack }); // expect: information-exposure
}
