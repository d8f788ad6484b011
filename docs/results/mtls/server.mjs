// HTTPS on 127.0.0.1, for clients with a certificate: node server.mjs PORT KEY CERTIFICATE
// POST /hash answers the SHA-256 of the body; POST /unread answers without reading it.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [port, key, certificate] = process.argv.slice(2);
const tls = {
  key: readFileSync(key),
  cert: readFileSync(certificate),
  ca: readFileSync(certificate),
  requestCert: true,
  rejectUnauthorized: true,
};
createServer(tls, (request, response) => {
  if (request.method !== 'POST' || request.url === '/unread') {
    response.end('unread');
    return;
  }
  const hash = createHash('sha256');
  request.on('data', (chunk) => hash.update(chunk));
  request.on('end', () => response.end(hash.digest('hex')));
}).listen(Number(port), '127.0.0.1');
