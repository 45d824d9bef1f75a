import { readFile, rm } from 'node:fs/promises';
import { slateUploadLimitBytes, uploadChunkBytes } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import {
  createEgress,
  createLogger,
  createMetrics,
  parseConfig,
  systemClock,
} from '@interlude/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createControlPlane } from '../../control-plane.ts';
import {
  bearer,
  failure,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';
import {
  type Answer,
  eventually,
  idOf,
  nameOf,
  type SlateEnvironment,
  slate,
  startSlateEnvironment,
} from '../../testing/slates.suite.ts';
import { eicar, mp4, storedFiles } from '../../testing/uploads.suite.ts';

const { channels, titles, medias, jobs, uploads } = contract;

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

const post: SlateEnvironment['post'] = (...sent) => environment.post(...sent);
const sendChunk: SlateEnvironment['sendChunk'] = (...sent) => environment.sendChunk(...sent);
const sendAll: SlateEnvironment['sendAll'] = (of) => environment.sendAll(of);

/** Another control plane on the same database and data folder, behind the same public address. */
async function startReplica(): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = plane.consoleFolder;
  const env = { PORT: '0', PUBLIC_URL: plane.url, STITCHER_PORT: '3100', INTERLUDE_DATA: folder };
  const config = parseConfig(env, folder);
  const logger = createLogger({ name: 'replica', level: 'silent' });
  const replica = createControlPlane({
    ...{ config, database: plane.database, logger, egress: createEgress({ logger }) },
    ...{ metrics: createMetrics(), version: '0', consoleFolder: folder, clock: systemClock },
  });
  await replica.start();
  return { url: `http://127.0.0.1:${replica.port}`, stop: replica.stop };
}

const state = (id = '', as = client) => as(uploads.uploadState, { params: { id } });

async function expectStored(answer: Answer, file: Buffer): Promise<void> {
  const [media] = await client(medias.list, { query: { titleId: answer.titleId } });
  expect(media).toMatchObject({ type: 'source', sizeBytes: file.length, url: answer.url });
  const paths = await storedFiles(plane);
  const path = paths.find((one) => one.endsWith(`${media?.id}.mp4`)) ?? '';
  expect(Buffer.compare(await readFile(path), file)).toBe(0);
  expect(paths.filter((one) => one.includes('/uploads/'))).toEqual([]);
}

describe('POST /api/v2/channels/:id/upload-ad-slate, in chunks', () => {
  const file = Buffer.concat([
    mp4(uploadChunkBytes, 1),
    Buffer.alloc(uploadChunkBytes, 2),
    Buffer.alloc(99, 3),
  ]);

  it('API-038 SLATE-021 makes a slate of them, in any order, with a job of analysis', async () => {
    const of = slate(file);
    const first = await sendChunk(of, 2);
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        ...{ receivedChunks: 1, totalChunks: 3, missingChunks: [0, 1], complete: false, url: '' },
        ...{ state: 'receiving', errorCode: '' },
      },
    ]);
    await sendChunk(of, 0);
    const { body } = await sendChunk(of, 1);
    expect(body).toMatchObject({ complete: true, missingChunks: [], receivedChunks: 3 });
    expect(body).toMatchObject({ state: 'done', errorCode: '' });
    const title = await client(titles.read, { params: { id: body.titleId } });
    expect(title).toMatchObject({ type: 'ad-slate', name: nameOf(of) });
    await expectStored(body, file);
    const started = await client(jobs.list, { query: { titleId: body.titleId } });
    expect(started.map(({ name }) => name)).toEqual([title.name]);
    expect(await state(idOf(of))).toEqual(body);
    expect((await sendChunk(of, 1)).body).toEqual(body);
  });

  it('API-038 chunks that come at once, twice and mixed with another upload make each file once', async () => {
    const [one, two] = [
      slate(file),
      slate(Buffer.concat([mp4(uploadChunkBytes, 9), Buffer.alloc(7, 8)])),
    ];
    const chunks = [0, 1, 2, 2, 1, 0].map((chunk) => sendChunk(one, chunk));
    const others = [1, 0].map((chunk) => sendChunk(two, chunk));
    await Promise.all([...chunks, ...others]);
    for (const of of [one, two]) {
      const done = await eventually(async () => {
        const answer = await state(idOf(of));
        expect(answer.complete).toBe(true);
        return answer;
      });
      await expectStored(done, of.file);
      const query = { search: decodeURIComponent(of.headers['filename'] ?? '').slice(0, -4) };
      expect((await client(titles.list, { query })).totalCount).toBe(1);
    }
  });

  it('API-038 without an id of the client the same file is the same upload', async () => {
    const { uploadid: _id, ...headers } = slate(file).headers;
    const of = { file, headers, channel: 'new' };
    const { body } = await sendChunk(of, 0);
    expect((await sendChunk(of, 1)).body.uploadId).toBe(body.uploadId);
    await expectStored((await sendChunk(of, 2)).body, file);
  });

  it('API-038 goes on after a restart, and on another replica', async () => {
    const of = slate(file);
    await sendChunk(of, 0);
    // A replica shares only database and storage, like the same process after a restart.
    const replica = await startReplica();
    await sendChunk(of, 2, user, replica.url);
    expect((await state(idOf(of))).missingChunks).toEqual([1]);
    const { body } = await sendChunk(of, 1, user, replica.url);
    await expectStored(body, file);
    expect(await state(idOf(of))).toEqual(body);
    await replica.stop();
  });

  it('API-038 a chunk whose bytes were lost in the storage has to come again', async () => {
    const of = slate(file);
    await sendChunk(of, 0);
    await sendChunk(of, 1);
    const lost = (await storedFiles(plane)).find((path) => path.endsWith(`${idOf(of)}/1`));
    await rm(lost ?? '');
    const { body } = await sendChunk(of, 2);
    expect(body).toMatchObject({ complete: false, missingChunks: [1] });
    await expectStored((await sendChunk(of, 1)).body, file);
  });

  it('API-038 an upload whose process died while joining is resumed by the next process that receives a request', async () => {
    const of = slate(file);
    for (const chunk of [0, 1]) await sendChunk(of, chunk);
    await sendChunk(of, 2);
    const done = await state(idOf(of));
    await plane.database.system
      .updateTable('uploads')
      .set({ state: 'joining', updated_at: new Date(Date.now() - 60_000) })
      .where('id', '=', idOf(of))
      .execute();
    // Its chunks were removed after the first join: they are requested again, and no empty file is made.
    await state(idOf(of));
    await eventually(async () => expect((await state(idOf(of))).missingChunks).toEqual([0, 1, 2]));
    expect(done.complete).toBe(true);
  });

  it('gives an upload up, and nothing of it stays', async () => {
    const of = slate(file);
    const before = await storedFiles(plane);
    await sendChunk(of, 0);
    await client(uploads.cancelUpload, { params: { id: idOf(of) } });
    expect(await storedFiles(plane)).toEqual(before);
    expect((await failure(state(idOf(of)))).code).toBe('UPLOAD_NOT_FOUND');
    const again = client(uploads.cancelUpload, { params: { id: idOf(of) } });
    expect((await failure(again)).code).toBe('UPLOAD_NOT_FOUND');
  });

  it.each([
    ['UPLOAD_INFECTED', Buffer.concat([mp4(2_000, 4), Buffer.from(eicar)]), {}],
    ['UPLOAD_TYPE_UNSUPPORTED', Buffer.from('<html></html>'), {}],
    ['UPLOAD_INVALID', mp4(500), { filesize: '501' }],
  ])('API-038 who asks after a restart learns that it failed: %s', async (code, bytes, headers) => {
    const of = slate(bytes, headers);
    expect((await sendAll(of)).errorCode).toBe(code);
    const replica = await startReplica();
    const answer = await fetch(`${replica.url}/api/v2/uploads/${idOf(of)}`, {
      headers: bearer(user.token),
    });
    expect(await answer.json()).toMatchObject({
      ...{ state: 'failed', errorCode: code, complete: false, url: '' },
    });
    await replica.stop();
  });

  it('SLATE-005 the first chunk shows that it is not an mp4', async () => {
    const of = slate(Buffer.concat([Buffer.from('<html>'), Buffer.alloc(2 * uploadChunkBytes)]));
    await sendChunk(of, 1);
    const { status, body } = await sendChunk(of, 0);
    expect([status, body.errorCode]).toEqual([415, 'UPLOAD_TYPE_UNSUPPORTED']);
    const quickTime = Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1');
    expect((await sendAll(slate(quickTime))).errorCode).toBe('UPLOAD_TYPE_UNSUPPORTED');
    expect((await storedFiles(plane)).filter((path) => path.includes(idOf(of)))).toEqual([]);
    expect((await sendChunk(of, 0)).body.message).toContain('it failed (UPLOAD_TYPE_UNSUPPORTED)');
  });

  it.each([
    [{ chunkNumber: '3' }, 'chunkNumber is not below totalChunks'],
    [{ chunkNumber: '-1' }, 'chunkNumber is not a number'],
    [{ chunkNumber: '../../x' }, 'chunkNumber is not a number'],
    [{ totalChunks: '0' }, 'totalChunks is not 1 to 2048'],
    [{ totalChunks: '999999' }, 'totalChunks is not 1 to 2048'],
    [{ totalChunks: '1' }, 'filesize does not fit totalChunks'],
  ])('API-038 refuses %j', async (fields, reason) => {
    const place = { ischunk: 'true', chunkNumber: '0', totalChunks: '3', ...fields };
    const { status, body } = await post(slate(file), file.subarray(0, 1_000), place);
    expect([status, body.message]).toEqual([400, `The upload cannot be read: ${reason}.`]);
  });

  it('API-038 refuses a chunk of more than 1 MiB, none at all, and sizes that lie', async () => {
    const place = { ischunk: 'true', chunkNumber: '0', totalChunks: '3' };
    const large = await post(slate(file), Buffer.alloc(uploadChunkBytes + 1), place);
    expect(large.body.message).toContain('a chunk is larger than 1 MiB');
    const empty = await post(slate(file), Buffer.alloc(0), place);
    expect(empty.body.message).toContain('the chunk is empty');
    const lying = await sendAll(slate(file.subarray(0, 500), { filesize: '501' }));
    expect(lying.message).toContain('it has 500 bytes, and 501 were announced');
  });

  it('SEC-S63 chunks bring no more than their share of the filesize that was announced', async () => {
    const of = slate(mp4(900), { filesize: '1200' });
    const place = { ischunk: 'true', totalChunks: '4' };
    const { status } = await post(of, mp4(400), { ...place, chunkNumber: '0' });
    expect(status).toBe(200);
    const large = await post(of, Buffer.alloc(401), { ...place, chunkNumber: '1' });
    expect([large.status, large.body.message]).toEqual([
      ...[400, 'The upload cannot be read: a chunk is larger than its share of filesize.'],
    ]);
    expect((await state(idOf(of))).missingChunks).toEqual([1, 2, 3]);
    // Clients that divide by a size without rounding up send the rest with the last one.
    const last = await post(of, Buffer.alloc(401), { ...place, chunkNumber: '3' });
    expect(last.status).toBe(200);
  });

  it("DATA-039 SEC-S4 an upload of another user or company is nobody else's business", async () => {
    const of = slate(file);
    await sendChunk(of, 0);
    const colleague = await plane.user(user.tenantId, 'Editor');
    const stranger = await plane.user(await plane.tenant('Beta'), 'Editor');
    expect((await sendChunk(of, 1, colleague)).body.message).toContain('another upload has this');
    for (const other of [colleague, stranger]) {
      const as = plane.client(other);
      expect((await failure(state(idOf(of), as))).code).toBe('UPLOAD_NOT_FOUND');
      const params = { id: idOf(of) };
      expect((await failure(as(uploads.cancelUpload, { params }))).status).toBe(404);
    }
    expect((await sendChunk(of, 1, stranger)).body.missingChunks).toEqual([0, 2]);
    expect((await state(idOf(of))).missingChunks).toEqual([1, 2]);
  });
});

describe('POST /api/v2/channels/:id/upload-ad-slate, whole', () => {
  it('API-037 OP-28 takes a file without chunks; OP-77 for `new` it is kept', async () => {
    const of = slate(mp4(5_000), { http: 'true' });
    const { status, body } = await post(of, of.file, {});
    expect([status, body]).toMatchObject([200, { complete: true, totalChunks: 1 }]);
    expect(body.url).toMatch(/^http:.*\.mp4$/);
    const started = await client(jobs.list, { query: { titleId: body.titleId } });
    expect(started).toHaveLength(1);
  });

  it('SLATE-010 of a channel it is made in the form of the channel', async () => {
    const of = slate(mp4(5_000), {}, channelId);
    const { body } = await post(of, of.file, {});
    const started = await client(jobs.list, { query: { titleId: body.titleId } });
    const details = await Promise.all(
      started.map(({ id }) => client(jobs.read, { params: { id } })),
    );
    expect(details.map(({ flowName }) => flowName).sort()).toEqual([
      'ad-slate-conditioning',
      'media-analysis',
    ]);
  });

  it.each([
    [{ profile: '' }, 'You have to specify a profile before uploading ad slates'],
    [{ profile: '7' }, 'You have to specify a profile before uploading ad slates'],
    [{ profile: '{' }, 'the header profile is not JSON'],
    [{ profile: '{"muxingType":"avi"}' }, 'profile muxingType'],
    [{ channeltype: 'radio' }, 'channeltype is none of'],
    [{ filesize: '1e3' }, 'filesize is not a number'],
    [{ uploadid: '../../../x' }, 'uploadid is not'],
  ])('SLATE-006 API-037 refuses the headers %j', async (headers, reason) => {
    const of = slate(mp4(100), headers);
    const { status, body } = await post(of, of.file, {});
    expect([status, body.errorCode]).toEqual([400, 'UPLOAD_INVALID']);
    expect(body.message).toContain(reason);
  });

  it('SLATE-017 a size of 1 GiB is refused before it is sent', async () => {
    const of = slate(mp4(100), { filesize: String(slateUploadLimitBytes) });
    const { status, body } = await post(of, of.file, {});
    expect([status, body.message]).toEqual([413, 'You can upload a file smaller than 1024 MB...']);
  });

  it('a channel that is not there, or of somebody else, is not found', async () => {
    const stranger = await plane.user(await plane.tenant('Gamma'), 'Editor');
    const of = slate(mp4(100), {}, channelId);
    expect((await post(of, of.file, {}, stranger)).body.errorCode).toBe('CHANNEL_NOT_FOUND');
    const nowhere = await post(slate(mp4(100), {}, 'nowhere'), of.file, {});
    expect(nowhere.body.errorCode).toBe('CHANNEL_NOT_FOUND');
  });
});

it('the channel of these tests is read by its API', async () => {
  expect((await client(channels.read, { params: { id: channelId } })).name).toBe('News');
});
