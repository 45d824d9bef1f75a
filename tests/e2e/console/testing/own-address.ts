/**
 * A relay that reaches the platform from a loopback address of its own. The platform counts wrong
 * passwords, registrations and mails per client: what these tests use up must not lock out others,
 * nor the next run on the same data.
 */
import { randomInt } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import { platform } from '../../platform.ts';

export interface OwnAddress {
  /** Address of console and API through the relay. */
  readonly consoleUrl: string;
  close(): Promise<void>;
}

export async function openOwnAddress(): Promise<OwnAddress> {
  const { hostname: host, port } = new URL(platform.consoleUrl);
  const localAddress = [127, randomInt(1, 255), randomInt(1, 255), randomInt(1, 255)].join('.');
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect({ host, port: Number(port), localAddress });
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => open.delete(socket));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the relay has no port');
  return {
    consoleUrl: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
