/** A mail server with configurable responses (the part of RFC 5321 that a client needs), on a free port. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface MailServer {
  readonly url: string;
  /** Raw messages, in order of arrival. */
  readonly received: string[];
  /** Answers to RCPT TO, first in first out; 250 when there is none. */
  readonly answers: string[];
  stop(): Promise<void>;
}

function converse(socket: Socket, server: Pick<MailServer, 'received' | 'answers'>): void {
  let buffer = '';
  let inData = false;
  const say = (line: string) => socket.write(`${line}\r\n`);
  const take = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') say('250 lab');
    else if (verb === 'RCPT') say(server.answers.shift() ?? '250 ok');
    else if (verb === 'DATA') {
      inData = true;
      say('354 go on');
    } else if (verb === 'QUIT') {
      say('221 bye');
      socket.end();
    } else say('250 ok');
  };
  say('220 lab');
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => {
    buffer += chunk.toString('utf8');
    for (;;) {
      const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n');
      if (end === -1) return;
      const part = buffer.slice(0, end);
      buffer = buffer.slice(end + (inData ? 5 : 2));
      if (inData) {
        inData = false;
        server.received.push(part);
        say('250 queued');
      } else take(part);
    }
  });
}

export async function startMailServer(): Promise<MailServer> {
  const talk = { received: [] as string[], answers: [] as string[] };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    converse(socket, talk);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    ...talk,
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
