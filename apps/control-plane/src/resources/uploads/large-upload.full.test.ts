import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { mediaUploadLimitBytes, slateUploadLimitBytes } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';
import { mp4, storedFiles } from '../../testing/uploads.suite.ts';

const { titles } = contract;
const boundary = 'interlude-boundary';
const pieceBytes = 4 * 1_048_576;

let plane: TestPlane;
let user: TestUser;
let client: Client;
beforeAll(async () => {
  plane = await startTestPlane();
  user = await plane.user(await plane.tenant('Acme'), 'Editor');
  client = plane.client(user);
});
afterAll(() => plane.stop());

/** The whole form, chunk by chunk: the file is never in memory. */
async function send(path: string, bytes: number, headers: Record<string, string> = {}) {
  const sending = request(plane.url + path, {
    method: 'POST',
    headers: {
      ...bearer(user.token),
      ...headers,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  const answer = once(sending, 'response') as Promise<[import('node:http').IncomingMessage]>;
  sending.write(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`,
  );
  let piece = mp4(Math.min(pieceBytes, bytes));
  for (let left = bytes; left > 0; left -= piece.length) {
    if (piece.length > left) piece = piece.subarray(0, left);
    if (!sending.write(piece)) await once(sending, 'drain');
  }
  sending.end(`\r\n--${boundary}--\r\n`);
  const [response] = await answer;
  const text = (await response.toArray()).join('');
  return { status: response.statusCode, body: JSON.parse(text) as Record<string, unknown> };
}

async function newTitle(): Promise<string> {
  return (await client(titles.create, { body: { name: 'Asset', type: 'movie' } })).id;
}

describe('the limit of uploads', { timeout: 240_000 }, () => {
  it('MED-007 OP-26 a media of exactly 1 GiB passes', async () => {
    const path = `/api/v2/titles/${await newTitle()}/upload-media`;
    const { status, body } = await send(path, mediaUploadLimitBytes);
    expect([status, body['sizeBytes']]).toEqual([201, mediaUploadLimitBytes]);
    for (const file of await storedFiles(plane)) await rm(file);
  });

  it('MED-007 OP-26 one byte more is refused when it comes, and nothing of it stays', async () => {
    const path = `/api/v2/titles/${await newTitle()}/upload-media`;
    const { status, body } = await send(path, mediaUploadLimitBytes + 1);
    expect([status, body['message']]).toEqual([413, 'File size is limited to 1 GB.']);
    expect(await storedFiles(plane)).toEqual([]);
  });

  it('SLATE-017 OP-26 a slate of 1 GiB without a declared size is refused when it arrives', async () => {
    const headers = { profile: '{}', channeltype: 'hls-live', filename: 'a.mp4' };
    const path = '/api/v2/channels/new/upload-ad-slate';
    const { status, body } = await send(path, slateUploadLimitBytes, headers);
    expect([status, body['message']]).toEqual([
      413,
      'You can upload a file smaller than 1024 MB...',
    ]);
    expect(await storedFiles(plane)).toEqual([]);
  });
});

describe('a slow sender', { timeout: 60_000 }, () => {
  it('SEC-S12 who is not known is ended with 408 after half a minute', async () => {
    const socket = connect(plane.plane.port, '127.0.0.1');
    let answer = '';
    socket.on('data', (data) => {
      answer += String(data);
    });
    socket.write(
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
    );
    const drip = setInterval(() => socket.write(' '), 1_000);
    const started = Date.now();
    socket.on('error', () => undefined);
    await once(socket, 'close');
    clearInterval(drip);
    expect(answer).toContain('408');
    expect(Date.now() - started).toBeLessThan(45_000);
  });
});
