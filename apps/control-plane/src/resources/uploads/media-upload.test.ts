import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { type Media, storageLimitBytes } from '@interlude/contract';
import { type Client, contract } from '@interlude/contract/api';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  bearer,
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';
import {
  eicar,
  type FakeClamd,
  mp4,
  startFakeClamd,
  storedFiles,
} from '../../testing/uploads.suite.ts';

const { titles, medias, jobs, systems } = contract;

let clamd: FakeClamd;
let plane: TestPlane;
let user: TestUser;
let client: Client;
let titleId: string;

beforeAll(async () => {
  clamd = await startFakeClamd();
  plane = await startTestPlane({ env: { CLAMD_HOST: clamd.address } });
  user = await plane.user(await plane.tenant('Acme'), 'SuperAdmin');
  client = plane.client(user);
});
afterAll(async () => {
  await plane.stop();
  await clamd.stop();
});
beforeEach(async () => {
  titleId = (await client(titles.create, { body: { name: 'Asset', type: 'movie' } })).id;
});

interface Sent {
  readonly status: number;
  readonly body: Media & { errorCode: string; message: string };
}

async function send(
  bytes: Uint8Array,
  fields: Record<string, string> = {},
  as = user,
  to = titleId,
): Promise<Sent> {
  const form = new FormData();
  const all = { name: 'Trailer', type: 'source', contentType: 'video', titleId: to, ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  form.append('file', new Blob([new Uint8Array(bytes)]), '../../../etc/passwd');
  const answer = await fetch(`${plane.url}/api/v2/titles/${to}/upload-media`, {
    method: 'POST',
    headers: bearer(as.token),
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as Sent['body'] };
}

/** A file without a declared length: `Transfer-Encoding: chunked`. */
async function sendUnannounced(bytes: Uint8Array, as: TestUser, to: string): Promise<Sent> {
  const boundary = 'b0undary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`;
  async function* body() {
    yield Buffer.from(head);
    yield bytes;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const answer = await fetch(`${plane.url}/api/v2/titles/${to}/upload-media`, {
    method: 'POST',
    headers: {
      ...bearer(as.token),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: ReadableStream.from(body()),
    duplex: 'half',
  });
  return { status: answer.status, body: (await answer.json()) as Sent['body'] };
}

describe('POST /api/v2/titles/:id/upload-media', () => {
  it('API-036 MED-005 stores the bytes under a name of the server and begins an analysis', async () => {
    const bytes = mp4(3_000_000, 7);
    const before = await storedFiles(plane);
    const { status, body } = await send(bytes, { uploadNew: 'true', ext: 'exe' });
    expect([status, body.message]).toEqual([201, undefined]);
    const system = (await client(systems.list, { query: { type: 'local' } }))[0];
    const key = `${user.tenantId}/sources/${body.id}.mp4`;
    expect(body).toMatchObject({
      ...{ name: 'Trailer', type: 'source', titleId, ext: 'mp4', sizeBytes: bytes.length },
      ...{ createdBySystemId: system?.id },
      url: `http://127.0.0.1:3100/media/${system?.id}/${key}`,
    });
    expect(body).not.toHaveProperty('file');
    const [file = '', ...others] = (await storedFiles(plane)).filter(
      (one) => !before.includes(one),
    );
    expect(others).toEqual([]);
    expect(file.endsWith(key)).toBe(true);
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(hash(await readFile(file))).toBe(hash(bytes));
    expect(clamd.scannedBytes()).toBe(bytes.length);
    const [job] = await client(jobs.list, { query: { titleId } });
    const detail = await client(jobs.read, { params: { id: job?.id ?? '' } });
    expect(detail).toMatchObject({ flowName: 'media-analysis', inputMediaIds: [body.id] });
  });

  it('MED-013 a deleted media leaves no file; a duplicate keeps it until it goes too', async () => {
    const before = await storedFiles(plane);
    const { body } = await send(mp4(1_000));
    const { id: _id, createdAt: _at, updatedAt: _changed, sizeBytes: _size, ...copy } = body;
    const duplicate = await client(medias.create, { body: copy });
    expect(await client(medias.remove, { params: { id: body.id } })).toEqual({ removed: 1 });
    expect(await storedFiles(plane)).toHaveLength(before.length + 1);
    await client(medias.remove, { params: { id: duplicate.id } });
    expect(await storedFiles(plane)).toEqual(before);
  });

  it('MED-005 takes QuickTime by its bytes, whatever it is called', async () => {
    const quickTime = Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0qt  ', 'latin1');
    expect((await send(quickTime)).body.ext).toBe('mov');
    const old = Buffer.from('\0\0\0\x08wide\0\0\0\x10mdat12345678', 'latin1');
    expect((await send(old)).body.ext).toBe('mov');
  });

  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
    ['a playlist', Buffer.from('#EXTM3U\n#EXT-X-TARGETDURATION:4\n')],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\0\0', 'latin1')],
    ['a picture in boxes', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['sound alone', Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A isom', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['too little', Buffer.from('\0\0\0\x18ftyp', 'latin1')],
  ])('MED-005 refuses %s and keeps nothing of it', async (_what, bytes) => {
    const before = await storedFiles(plane);
    const { status, body } = await send(bytes);
    expect([status, body.errorCode]).toEqual([415, 'UPLOAD_TYPE_UNSUPPORTED']);
    expect(body.message).toBe(
      'Only mp4 and mov files can be uploaded; this file has another type.',
    );
    expect(await storedFiles(plane)).toEqual(before);
    expect(await client(medias.list, { query: { titleId } })).toHaveLength(0);
  });

  it('MED-017 a file with a virus is found while it comes, and nothing of it is kept', async () => {
    const before = await storedFiles(plane);
    const bytes = Buffer.concat([mp4(200_000), Buffer.from(eicar)]);
    const { status, body } = await send(bytes);
    expect([status, body.errorCode]).toEqual([422, 'UPLOAD_INFECTED']);
    expect(body.message).toContain('Eicar-Test-Signature');
    expect(await storedFiles(plane)).toEqual(before);
    expect(await client(medias.list, { query: { titleId } })).toHaveLength(0);
  });

  it('an upload that is cut off leaves nothing', async () => {
    const before = await storedFiles(plane);
    const boundary = 'xxCUTxx';
    const sending = request(`${plane.url}/api/v2/titles/${titleId}/upload-media`, {
      method: 'POST',
      headers: {
        ...bearer(user.token),
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': 50_000_000,
      },
    });
    sending.on('error', () => undefined);
    sending.write(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`,
    );
    sending.write(mp4(5_000_000));
    const patience = { timeout: 15_000 };
    await vi.waitFor(async () => expect(await storedFiles(plane)).not.toEqual(before), patience);
    sending.destroy();
    await vi.waitFor(async () => expect(await storedFiles(plane)).toEqual(before), patience);
    expect(await client(medias.list, { query: { titleId } })).toHaveLength(0);
  });

  it.each([
    ['no form', 'text/plain', 'x'],
    ['a form without a boundary', 'multipart/form-data', 'x'],
    ['a form that ends nowhere', 'multipart/form-data; boundary=a', '--a\r\ncontent-disposition'],
    ['a form without a file', 'multipart/form-data; boundary=a', field('name', 'x')],
    ['a hostile field', 'multipart/form-data; boundary=a', field('__proto__', 'x')],
  ])('MED-017 %s is refused with a reason', async (_what, type, text) => {
    const answer = await fetch(`${plane.url}/api/v2/titles/${titleId}/upload-media`, {
      method: 'POST',
      headers: { ...bearer(user.token), 'content-type': type },
      body: text,
    });
    expect([400, 415]).toContain(answer.status);
    const body = (await answer.json()) as { errorCode: string };
    expect(['UPLOAD_INVALID', 'REQUEST_INVALID']).toContain(body.errorCode);
  });

  it('says what is wrong with the fields before it takes the file', async () => {
    expect((await send(mp4(100), { titleId: 'another' })).body.errorCode).toBe('UPLOAD_INVALID');
    expect((await send(mp4(100), { type: 'weapon' })).body.errorCode).toBe('INVALID_FIELDS');
    expect((await send(mp4(100), {}, user, 'nowhere')).body.errorCode).toBe('TITLE_NOT_FOUND');
  });

  it('DATA-039 SEC-S4 the title of another tenant is unknown', async () => {
    const stranger = await plane.user(await plane.tenant('Beta'), 'Editor');
    const { status, body } = await send(mp4(100), {}, stranger);
    expect([status, body.errorCode]).toEqual([404, 'TITLE_NOT_FOUND']);
    const foreign = await send(mp4(100));
    const params = { id: foreign.body.id };
    const removal = await failure(plane.client(stranger)(medias.remove, { params }));
    expect(removal.code).toBe('MEDIA_NOT_FOUND');
  });

  it('the plan of a company has an end', async () => {
    const small = await plane.user(await plane.tenant('Small'), 'Editor');
    const own = plane.client(small);
    const { id } = await own(titles.create, { body: { name: 'Asset', type: 'movie' } });
    await plane.database.system
      .insertInto('medias')
      .values({
        ...{ tenant_id: small.tenantId, id: 'big', name: 'big', type: 'source', url: 'x' },
        ...{ storage_key: 'k', size_bytes: 20 * 1_073_741_824 - 1_000 },
        ...{ created_at: new Date(), updated_at: new Date() },
      })
      .execute();
    const before = await storedFiles(plane);
    const { status, body } = await send(mp4(1_001), {}, small, id);
    expect([status, body.errorCode]).toEqual([507, 'STORAGE_QUOTA_REACHED']);
    expect(await storedFiles(plane)).toEqual(before);
    expect((await send(mp4(1_000), {}, small, id)).status).toBe(201);
  });
});

function field(name: string, value: string): string {
  return `--a\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--a--\r\n`;
}

describe('SEC-S63 the space of a plan', () => {
  it('SEC-S63 what is received counts where nothing was announced, and is given back', async () => {
    const full = await plane.user(await plane.tenant('Full'), 'Editor');
    const title = { name: 'Asset', type: 'movie' as const };
    const { id: to } = await plane.client(full)(titles.create, { body: title });
    const sent = (bytes: Uint8Array) => sendUnannounced(bytes, full, to);
    const { body } = await sent(mp4(5_000));
    expect(body.message).toBeUndefined();
    const underWay = async () =>
      plane.database.system
        .selectFrom('uploads')
        .select('id')
        .where('tenant_id', '=', full.tenantId)
        .execute();
    expect(await underWay()).toEqual([]);
    await plane.database.system
      .updateTable('medias')
      .set({ size_bytes: storageLimitBytes.trial - 8_000 })
      .where('id', '=', body.id)
      .execute();
    const before = await storedFiles(plane);
    const refused = await sent(mp4(9_000));
    expect([refused.status, refused.body.errorCode]).toEqual([507, 'STORAGE_QUOTA_REACHED']);
    expect(await storedFiles(plane)).toEqual(before);
    expect(await underWay()).toEqual([]);
    expect((await sent(mp4(8_000))).status).toBe(201);
  });
});
