/** The peer of the serve bench: node:http that only sends one Buffer with its length. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';

const body = await readFile(process.argv[2] ?? '');
const headers = {
  'content-type': 'application/vnd.apple.mpegurl',
  'content-length': body.length,
  'cache-control': 'no-store',
  'access-control-allow-origin': '*',
};
const server = createServer((_request, response) => {
  response.writeHead(200, headers);
  response.end(body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address !== null ? address.port : ''}\n`);
});
