import { request } from 'node:http';
import { type UploadEvent, uploadChunkBytes } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestPlane, TestUser } from '../../../testing/control-plane.suite.ts';
import {
  eventually,
  idOf,
  type SlateEnvironment,
  slate,
  startSlateEnvironment,
} from '../../../testing/slates.suite.ts';
import { eicar, mp4, storedFiles } from '../../../testing/uploads.suite.ts';

const { uploads } = contract;

let environment: SlateEnvironment;
let plane: TestPlane;
let user: TestUser;
let client: Client;
let channelId: string;

beforeAll(async () => {
  environment = await startSlateEnvironment();
  ({ plane, user, client, channelId } = environment);
});
afterAll(() => environment.stop());

const sendAll: SlateEnvironment['sendAll'] = (of) => environment.sendAll(of);

describe('the upload socket', () => {
  interface Listener {
    readonly events: UploadEvent[];
    readonly closed: Promise<number>;
    close(): void;
  }

  async function listen(token: string, query = ''): Promise<Listener> {
    const address = `${plane.url.replace('http', 'ws')}/api/v2/upload-events?token=${token}${query}`;
    const socket = new WebSocket(address);
    const events: UploadEvent[] = [];
    socket.onmessage = ({ data }) => events.push(JSON.parse(String(data)) as UploadEvent);
    const closed = new Promise<number>((resolve) => {
      socket.onclose = ({ code }) => resolve(code);
    });
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = () => reject(new Error('the socket was refused'));
    });
    return { events, closed, close: () => socket.close() };
  }
  const ticket = async (as = client) => (await as(uploads.eventsTicket, {})).token;
  const namesOf = ({ events }: Listener, id: string) => [
    ...new Set(events.filter(({ uploadId }) => uploadId === id).map(({ event }) => event)),
  ];

  let listener: Listener | undefined;
  beforeEach(() => {
    listener = undefined;
    return () => listener?.close();
  });

  it('SLATE-022 API-039 sends the events of an upload in order, to its user alone', async () => {
    listener = await listen(await ticket());
    const colleague = await plane.user(user.tenantId, 'Editor');
    const other = await listen(await ticket(plane.client(colleague)));
    const of = slate(Buffer.concat([mp4(uploadChunkBytes), Buffer.alloc(10)]), {}, channelId);
    const { titleId, url } = await sendAll(of);
    await eventually(() => expect(namesOf(listener as Listener, idOf(of))).toContain('done'));
    expect(namesOf(listener, idOf(of))).toEqual([
      'uploaded',
      'uploadToAzure',
      'antivirusCheck',
      'updateChannel',
      'done',
    ]);
    expect(listener.events.at(-1)).toMatchObject({
      ...{ event: 'done', progress: 100, titleId, url, jobId: expect.any(String) },
    });
    expect(other.events).toEqual([]);
    other.close();
  });

  it('SLATE-022 virusInfected ends an upload, and its chunks are gone', async () => {
    listener = await listen(user.token);
    const file = Buffer.concat([mp4(uploadChunkBytes + 50_000), Buffer.from(eicar)]);
    const of = slate(file);
    expect(await sendAll(of)).toMatchObject({ errorCode: 'UPLOAD_INFECTED' });
    await eventually(() =>
      expect(namesOf(listener as Listener, idOf(of)).at(-1)).toBe('virusInfected'),
    );
    expect((await storedFiles(plane)).filter((path) => path.includes(idOf(of)))).toEqual([]);
  });

  it('SLATE-022 an error event reports a file that is no media file', async () => {
    listener = await listen(await ticket());
    const of = slate(Buffer.from('#EXTM3U and some more text'));
    await sendAll(of);
    await eventually(() => expect(namesOf(listener as Listener, idOf(of))).toEqual(['error']));
  });

  it('API-039 OP-28 a ticket opens it once; no token is in any log', async () => {
    const once = await ticket();
    listener = await listen(once);
    await expect(listen(once)).rejects.toThrow('refused');
    await expect(listen('')).rejects.toThrow('refused');
    await expect(listen('ey.nonsense.token')).rejects.toThrow('refused');
    await expect(listen(user.token, '&tenant=nowhere')).rejects.toThrow('refused');
    const log = plane.logLines.join('');
    expect(log).not.toContain(once);
    expect(log).not.toContain(user.token);
  });

  it('SEC-S5 a page of another origin is refused; the address as a page is no socket', async () => {
    const address = `${plane.url}/api/v2/upload-events?token=${await ticket()}`;
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const send = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve) => {
        const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
        const sent = request(address, { headers: { ...headers, ...key } });
        sent.on('response', ({ statusCode }) => resolve(statusCode));
        sent.on('upgrade', (answer, socket) => {
          socket.destroy();
          resolve(answer.statusCode);
        });
        sent.end();
      });
    expect(await send({ ...upgrade, origin: 'https://evil.example' })).toBe(403);
    expect(await send({ ...upgrade, origin: 'null' })).toBe(403);
    expect(await send({})).toBe(400);
    expect(await send({ ...upgrade, origin: plane.url })).toBe(101);
  });

  it('SEC-S5 closes when the rights of the user change', async () => {
    const admin = plane.client(await plane.user(user.tenantId, 'Admin'));
    const leaver = await plane.user(user.tenantId, 'Editor');
    listener = await listen(leaver.token);
    await admin(contract.users.remove, { params: { id: leaver.userId } });
    expect(await listener.closed).toBe(1013);
  });
});
