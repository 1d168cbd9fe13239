const settings = {
  jwt: { secret: 'sup3r-s3cret-signing-key', issuer: 'acme' }, // expect: hard-coded-secret
  db: { host: 'localhost' },
};

module.exports = settings;
module.exports.SESSION_KEY = process.env.SESSION_KEY;
