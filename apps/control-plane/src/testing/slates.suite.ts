/** For tests of ad slates: a control plane with a channel and a scanner, and uploads in chunks. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { channelInput, uploadChunkBytes } from '@interlude/contract';
import type { Client, SlateUpload } from '@interlude/contract/api';
import { createChannelStore } from '@interlude/persistence';
import { vi } from 'vitest';
import { bearer, startTestPlane, type TestPlane, type TestUser } from './control-plane.suite.ts';
import { startFakeClamd } from './uploads.suite.ts';

const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MAP:URI="i.mp4"\n#EXTINF:4,\n1.m4s\n';

export const eventually = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 15_000 });

export interface Slate {
  readonly file: Buffer;
  readonly headers: Record<string, string>;
  readonly channel: string;
}

let counter = 0;

export function slate(file: Buffer, headers: Record<string, string> = {}, channel = 'new'): Slate {
  counter += 1;
  return {
    file,
    channel,
    headers: {
      filename: encodeURIComponent(`Pause ${counter} ü.mp4`),
      filesize: String(file.length),
      profile: '{}',
      channeltype: 'hls-live',
      http: 'false',
      uploadid: `upload-${counter}-0000`,
      ...headers,
    },
  };
}

export const idOf = ({ headers }: Slate) => headers['uploadid'] ?? '';

/** Without its ending. */
export const nameOf = ({ headers }: Slate) =>
  decodeURIComponent(headers['filename'] ?? '').replace(/\.mp4$/, '');

export type Answer = SlateUpload & { errorCode?: string; message?: string };

export interface SlateEnvironment {
  readonly plane: TestPlane;
  /** An Editor. */
  readonly user: TestUser;
  readonly client: Client;
  readonly channelId: string;
  /** `url`: the address of another control plane than the environment's. */
  post(
    slate: Slate,
    bytes: Buffer,
    fields: Record<string, string>,
    as?: TestUser,
    url?: string,
  ): Promise<{ status: number; body: Answer }>;
  sendChunk(
    slate: Slate,
    chunk: number,
    as?: TestUser,
    url?: string,
  ): Promise<{ status: number; body: Answer }>;
  /** The last answer. */
  sendAll(slate: Slate): Promise<Answer>;
  stop(): Promise<void>;
}

const chunksOf = ({ file }: Slate) => Math.ceil(file.length / uploadChunkBytes);

function createSender(plane: TestPlane, user: TestUser) {
  const post: SlateEnvironment['post'] = async (
    { headers, channel },
    bytes,
    fields,
    as = user,
    url = plane.url,
  ) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(bytes)]), 'blob');
    const answer = await fetch(`${url}/api/v2/channels/${channel}/upload-ad-slate`, {
      method: 'POST',
      headers: { ...bearer(as.token), ...headers },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as Answer };
  };

  const sendChunk: SlateEnvironment['sendChunk'] = (of, chunk, as = user, url = plane.url) => {
    const bytes = of.file.subarray(chunk * uploadChunkBytes, (chunk + 1) * uploadChunkBytes);
    const place = { chunkNumber: String(chunk), totalChunks: String(chunksOf(of)) };
    return post(of, bytes, { ischunk: 'true', ...place }, as, url);
  };

  const sendAll: SlateEnvironment['sendAll'] = async (of) => {
    let last: Answer | undefined;
    for (let chunk = 0; chunk < chunksOf(of); chunk += 1) last = (await sendChunk(of, chunk)).body;
    if (last === undefined) throw new Error('no chunks');
    return last;
  };
  return { post, sendChunk, sendAll };
}

export async function startSlateEnvironment(): Promise<SlateEnvironment> {
  const clamd = await startFakeClamd();
  const origin = createServer((_request, response) => response.end(playlist));
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const { port } = origin.address() as AddressInfo;
  const plane = await startTestPlane({
    env: { CLAMD_HOST: clamd.address, EGRESS_ALLOW: `127.0.0.1:${port}` },
  });
  const user = await plane.user(await plane.tenant('Acme'), 'Editor');
  const { state: _state, ...settings } = channelInput.parse({
    name: 'News',
    sourceManifestUrl: `http://127.0.0.1:${port}/live.m3u8`,
  });
  const channel = await createChannelStore(plane.database).create(user.tenantId, settings);
  return {
    plane,
    user,
    client: plane.client(user),
    channelId: channel.id,
    ...createSender(plane, user),
    stop: async () => {
      await plane.stop();
      await clamd.stop();
      await new Promise((resolve) => origin.close(resolve));
    },
  };
}
