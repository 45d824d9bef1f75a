import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createEgress, type Egress, listen, systemClock } from '@interlude/runtime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Beacon, type BeaconOutcome, BeaconSender } from './beacon-sender.ts';

let server: Server;
let egress: Egress;
let port: number;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const received: string[] = [];

beforeEach(async () => {
  received.length = 0;
  answer = (_, response) => response.writeHead(204).end();
  server = createServer((request, response) => {
    received.push(request.url ?? '');
    answer(request, response);
  });
  port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'PORT' });
  egress = createEgress({ allow: [`127.0.0.1:${port}`] });
});
afterEach(async () => {
  await egress.close();
  server.closeAllConnections();
  server.close();
});

function sender(limits: ConstructorParameters<typeof BeaconSender>[0]['limits'] = {}) {
  const outcomes: [string, BeaconOutcome, number][] = [];
  const beacons = new BeaconSender({
    egressOf: () => egress,
    clock: systemClock,
    report: (beacon, outcome, tries) => void outcomes.push([beacon.event, outcome, tries]),
    limits: { retryAfterMs: 5, timeoutMs: 200, ...limits },
  });
  return { beacons, outcomes };
}

const beacon = (path: string, event = 'impression'): Beacon => ({
  url: `http://127.0.0.1:${port}${path}`,
  headers: {},
  event,
  channelId: 'c',
  sessionId: 's',
});

describe('beacon sender', () => {
  test('B4 sends a beacon once when the tracker answers', async () => {
    const { beacons, outcomes } = sender();
    beacons.send(beacon('/a'));
    await beacons.idle();
    expect(received).toEqual(['/a']);
    expect(outcomes).toEqual([['impression', 'sent', 1]]);
  });

  test('B4 tries three times on 5xx and on silence, never again on 4xx', async () => {
    answer = (request, response) => {
      if (request.url === '/busy') response.writeHead(503).end();
      if (request.url === '/gone') response.writeHead(404).end();
    };
    const { beacons, outcomes } = sender();
    beacons.send(beacon('/busy', 'start'));
    beacons.send(beacon('/silent', 'midpoint'));
    beacons.send(beacon('/gone', 'complete'));
    await beacons.idle();
    expect(received.filter((path) => path === '/busy')).toHaveLength(3);
    expect(received.filter((path) => path === '/silent')).toHaveLength(3);
    expect(received.filter((path) => path === '/gone')).toHaveLength(1);
    expect(outcomes.sort()).toEqual([
      ['complete', 'rejected', 1],
      ['midpoint', 'failed', 3],
      ['start', 'failed', 3],
    ]);
  });

  test('B4 a tracker that recovers gets the beacon', async () => {
    answer = (_, response) => response.writeHead(received.length < 3 ? 500 : 200).end();
    const { beacons, outcomes } = sender();
    beacons.send(beacon('/a'));
    await beacons.idle();
    expect(outcomes).toEqual([['impression', 'sent', 3]]);
  });

  test('a tracker at a forbidden address is not tried again', async () => {
    const { beacons, outcomes } = sender();
    beacons.send({ ...beacon('/'), url: 'http://169.254.169.254/latest/meta-data' });
    await beacons.idle();
    expect(outcomes).toEqual([['impression', 'forbidden', 1]]);
  });

  test('a silent host does not hold up another, and a full queue drops and counts', async () => {
    answer = (request, response) => {
      if (request.url !== '/silent') response.end();
    };
    const { beacons, outcomes } = sender({ activePerHost: 2, waiting: 5, tries: 1 });
    for (let index = 0; index < 10; index += 1) {
      beacons.send(beacon('/silent', 'start'));
    }
    beacons.send({ ...beacon('/quick'), url: `http://localhost:${port}/quick` });
    await beacons.idle();
    expect(outcomes.filter(([, outcome]) => outcome === 'dropped')).toHaveLength(4);
    expect(outcomes.filter(([, outcome]) => outcome === 'failed')).toHaveLength(7);
  });

  test('a stop waits for what is under way', async () => {
    answer = (_, response) => void setTimeout(() => response.end(), 30);
    const { beacons, outcomes } = sender();
    beacons.send(beacon('/a'));
    expect(await beacons.stop()).toBe(0);
    expect(outcomes).toHaveLength(1);
  });
});
