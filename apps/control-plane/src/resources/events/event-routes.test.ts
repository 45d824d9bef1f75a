import { contract } from '@interlude/contract/api';
import { createRollupStore } from '@interlude/persistence';
import { foldEvents } from '@interlude/reporting';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bearer,
  startTestPlane,
  type TestPlane,
  type TestUser,
} from '../../testing/control-plane.suite.ts';

let plane: TestPlane;
let tenantId: string;
let editor: TestUser;
beforeAll(async () => {
  plane = await startTestPlane();
  tenantId = await plane.tenant('Acme');
  editor = await plane.user(tenantId, 'Editor');
});
afterAll(() => plane.stop());

interface TestStream {
  /** Resolves when the text has come. */
  until(text: string): Promise<string>;
  /** Resolves when the server has ended it. */
  readonly ended: Promise<void>;
  close(): void;
  readonly text: () => string;
}

async function open(user: TestUser, from = plane): Promise<TestStream> {
  const abort = new AbortController();
  const answer = await fetch(`${from.url}/api/v2/events`, {
    headers: bearer(user.token),
    signal: abort.signal,
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  expect(answer.headers.get('x-accel-buffering')).toBe('no');
  let text = '';
  const waiting = new Set<() => void>();
  const ended = (async () => {
    try {
      for await (const chunk of answer.body ?? []) {
        text += Buffer.from(chunk).toString();
        for (const check of waiting) check();
      }
    } catch {
      // closed by the test
    }
  })();
  return {
    until: (wanted) =>
      new Promise((resolve) => {
        const check = () => {
          if (text.includes(wanted)) resolve(text);
        };
        waiting.add(check);
        check();
      }),
    ended,
    close: () => abort.abort(),
    text: () => text,
  };
}

const body = (name: string) => ({ name, sourceManifestUrl: 'https://origin.example/a.m3u8' });

describe('GET /api/v2/events', () => {
  it('SEC-S4 reports changes of the own tenant only', async () => {
    const stream = await open(editor);
    await stream.until(': connected');
    const stranger = await plane.user(await plane.tenant('Beta'), 'Editor');
    const foreign = await plane.client(stranger)(contract.channels.create, { body: body('B') });
    const { id } = await plane.client(editor)(contract.channels.create, { body: body('A') });
    const text = await stream.until(id);
    expect(text).toContain(
      `event: change\ndata: {"kind":"channels","id":"${id}","action":"created"}\n\n`,
    );
    expect(text).not.toContain(foreign.id);
    stream.close();
  });

  it('says to the company alone that its figures were counted, once for each batch', async () => {
    const stream = await open(editor);
    const stranger = await plane.user(await plane.tenant('Gamma'), 'Viewer');
    const foreign = await open(stranger);
    await Promise.all([stream.until(': connected'), foreign.until(': connected')]);
    const atMs = Date.now();
    const viewed = { type: 'impression', atMs, session: 's', viewer: 'v' } as const;
    const batch = foldEvents(
      [1, 2].map(() => ({ ...viewed, tenant: tenantId, channel: 'c' })),
      { writer: 'feed', seq: 1, segmentAtMs: atMs },
    );
    const rollups = createRollupStore(plane.database);
    expect([await rollups.fits(batch), await rollups.apply(batch)]).toEqual([true, true]);
    expect(await rollups.apply(batch)).toBe(false);
    const { id } = await plane.client(editor)(contract.channels.create, { body: body('After') });
    const said = await stream.until(id);
    expect(said.match(/"kind":"figures","id":"","action":"updated"/g)).toHaveLength(1);
    expect(foreign.text()).not.toContain('figures');
    for (const each of [stream, foreign]) each.close();
  });

  it('SEC-S5 ends when the rights of the user change', async () => {
    const admin = await plane.user(tenantId, 'Admin');
    const user = await plane.user(tenantId, 'Editor');
    const stream = await open(user);
    await stream.until(': connected');
    await plane.client(admin)(contract.users.remove, { params: { id: user.userId } });
    await stream.ended;
  });

  it('SEC-S12 one user has a limited number of streams', async () => {
    const user = await plane.user(tenantId, 'Viewer');
    const streams = await Promise.all(Array.from({ length: 20 }, () => open(user)));
    const answer = await fetch(`${plane.url}/api/v2/events`, { headers: bearer(user.token) });
    expect(answer.status).toBe(429);
    for (const stream of streams) stream.close();
  });

  it('ends first when the server stops', async () => {
    const stopping = await startTestPlane();
    const user = await stopping.user(await stopping.tenant('Acme'), 'Editor');
    const stream = await open(user, stopping);
    await stream.until(': connected');
    const started = performance.now();
    await Promise.all([stopping.stop(), stream.ended]);
    expect(performance.now() - started).toBeLessThan(4_000);
  });
});
