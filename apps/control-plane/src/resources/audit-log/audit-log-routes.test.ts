import { type Client, contract } from '@interlude/contract/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  failure,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';
import { csvCell } from './send-export.ts';

const { auditLog, channels } = contract;
const body = { name: 'News', sourceManifestUrl: 'https://origin.example/a.m3u8' };

let plane: TestPlane;
let admin: TestUser;
let client: Client;
let channelId: string;

beforeAll(async () => {
  plane = await startTestPlane();
  admin = await plane.user(await plane.tenant('Acme'), 'Admin', 'admin@example.org');
  client = plane.client(admin);
  channelId = (await client(channels.create, { body: { ...body, name: '=1+1' } })).id;
  await client(channels.update, { params: { id: channelId }, body: { ...body, name: 'News' } });
});
afterAll(() => plane.stop());

describe('GET /api/v2/audit-log', () => {
  it('SEC-S113 lists who changed what, newest first, by person, kind, action and period', async () => {
    const rows = await client(auditLog.list, { query: { target: channelId } });
    expect(rows.map(({ action, targetName }) => [action, targetName])).toEqual([
      ['updated', 'News'],
      ['created', '=1+1'],
    ]);
    expect(rows[0]?.fields).toEqual([{ path: 'name', before: '=1+1', after: 'News' }]);
    const count = async (query: object) =>
      (await client(auditLog.list, { query: { target: channelId, ...query } })).totalCount;
    expect([
      await count({ user: 'ADMIN@example.org' }),
      await count({ user: 'nobody@example.org' }),
      await count({ type: 'channels', status: 'created' }),
      await count({ type: 'flows' }),
      await count({ from: rows[0]?.at }),
      await count({ to: rows[1]?.at }),
      await count({ search: 'News' }),
    ]).toEqual([2, 0, 1, 0, 1, 0, 1]);
  });

  it('SEC-S113 reads one with the rows before and after; an unknown one is 404', async () => {
    const [newest] = await client(auditLog.list, { query: { target: channelId } });
    const entry = await client(auditLog.read, { params: { id: newest?.id ?? '' } });
    expect(entry.rows).toHaveLength(1);
    expect([entry.rows[0]?.before?.['name'], entry.rows[0]?.after?.['name']]).toEqual([
      '=1+1',
      'News',
    ]);
    const error = await failure(client(auditLog.read, { params: { id: 'unknown' } }));
    expect([error.status, error.code]).toEqual([404, 'AUDIT_ENTRY_NOT_FOUND']);
  });
});

describe('GET /api/v2/audit-log/export', () => {
  const file = async (format: string) => {
    const path = `${plane.url}/api/v2/audit-log/export?format=${format}&target=${channelId}`;
    const answer = await fetch(path, { headers: bearer(admin.token) });
    return { type: answer.headers.get('content-type'), text: await answer.text() };
  };

  it('SEC-S11 is CSV in which no name is a formula', async () => {
    const { type, text } = await file('csv');
    expect(type).toBe('text/csv; charset=utf-8');
    const [head, first, second, rest] = text.split('\r\n');
    expect(head).toContain('at,userEmail,apiKey,network,route,kind');
    expect(first).toContain(`channels.update,channels,${channelId},News,updated,1,name`);
    expect(second).toContain(`,'=1+1,created,`);
    expect(rest).toBe('');
    expect(['a,b', 'say "x"', '@cmd', '-1', 'plain'].map(csvCell)).toEqual([
      '"a,b"',
      '"say ""x"""',
      "'@cmd",
      "'-1",
      'plain',
    ]);
  });

  it('SEC-S113 is JSON of the same entries', async () => {
    const { type, text } = await file('json');
    expect(type).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toEqual([
      ...(await client(auditLog.list, { query: { target: channelId } })),
    ]);
  });
});

describe('GET /api/v2/audit-log/annotations', () => {
  it('SEC-S114 tells Viewers what was changed when, and neither who nor values', async () => {
    const viewer = plane.client(await plane.user(admin.tenantId, 'Viewer'));
    const query = { from: '2026-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z', channelId };
    const marks = await viewer(auditLog.annotations, { query });
    expect(marks.map(({ action, fields }) => [action, fields])).toEqual([
      ['created', []],
      ['updated', ['name']],
    ]);
    expect(JSON.stringify(marks)).not.toContain('admin@example.org');
  });
});
