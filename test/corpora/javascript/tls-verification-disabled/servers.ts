import https, { createServer as createHttpsServer } from 'node:https';
import tls from 'node:tls';

// Whose certificates a server does not ask for are its clients.
https.createServer({ requestCert: true, rejectUnauthorized: false }).listen(1); // ok: tls-verification-disabled
createHttpsServer({ rejectUnauthorized: false }).listen(2); // ok: tls-verification-disabled
https.request({ host: 'example.org', rejectUnauthorized: false }); // expect: tls-verification-disabled
tls.connect({ host: 'example.org', rejectUnauthorized: false }); // expect: tls-verification-disabled
