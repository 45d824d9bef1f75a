/**
 * Receives a soak's beacons in a process of its own: the sender gives up after three seconds, and a recorder that
 * shared a busy process with it would be late without a fault. Its clock is the soak's.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { on, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ReceivedBeacon } from '@interlude/audit';

type Order = { readonly nowMs: number } | { readonly wants: 'beacons' };
type Answer =
  | { readonly port: number }
  | { readonly beacons: readonly ReceivedBeacon[]; readonly isLast: boolean };

/** Beacons of one message. */
const together = 20_000;

/** The event that a tracker of the test ad server names; error URLs are no events of a placement. */
function received(target: string, atMs: number): ReceivedBeacon | undefined {
  const { pathname, searchParams } = new URL(target, 'http://recorder');
  const [, , event = '', ad = ''] = pathname.split('/');
  const placementId = `${searchParams.get('placement')} ${ad}`;
  return event === 'error' ? undefined : { placementId, event, tracker: pathname, atMs };
}

async function record(): Promise<void> {
  let nowMs = 0;
  const beacons: ReceivedBeacon[] = [];
  const server = createServer((request, response) => {
    const beacon = received(request.url ?? '/', nowMs);
    if (beacon) beacons.push(beacon);
    response.writeHead(204);
    response.end();
  });
  const say = (answer: Answer) => process.send?.(answer);
  process.on('disconnect', () => process.exit());
  process.on('message', (order: Order) => {
    if ('nowMs' in order) {
      nowMs = order.nowMs;
      return;
    }
    do {
      const some = beacons.splice(0, together);
      say({ beacons: some, isLast: beacons.length === 0 });
    } while (beacons.length > 0);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  say({ port });
}

if (import.meta.main) await record();

export class BeaconRecorder {
  readonly host: string;
  readonly #child: ChildProcess;

  constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.host = `127.0.0.1:${port}`;
  }

  /** Beacons from now on have come at this time, epoch ms. */
  setTime(nowMs: number): void {
    this.#child.send({ nowMs } satisfies Order);
  }

  /** All since the last call. */
  async take(): Promise<readonly ReceivedBeacon[]> {
    const answers = on(this.#child, 'message');
    this.#child.send({ wants: 'beacons' } satisfies Order);
    const all: ReceivedBeacon[] = [];
    for await (const [answer] of answers as AsyncIterable<[Extract<Answer, { isLast: boolean }>]>) {
      for (const beacon of answer.beacons) all.push(beacon);
      if (answer.isLast) break;
    }
    return all;
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.disconnect();
    await ended;
  }
}

export async function startBeaconRecorder(): Promise<BeaconRecorder> {
  const child = fork(fileURLToPath(import.meta.url), {
    execArgv: ['--conditions=@interlude/source'],
  });
  const [answer] = (await once(child, 'message')) as [{ port: number }];
  return new BeaconRecorder(child, answer.port);
}
