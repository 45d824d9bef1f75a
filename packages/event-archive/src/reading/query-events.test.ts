import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeEventFrames, type StitcherEvent } from '@interlude/reporting';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { archiveColumns, rowOf } from '../archive-row.ts';
import { convertSegments } from '../engine/convert-segments.ts';
import type { LocalFiles } from './local-files.ts';
import { queryEvents, queryLimits } from './query-events.ts';

const atMs = Date.UTC(2026, 10, 23, 12);
const segment = { writer: 'w', seq: 1, openedAtMs: atMs };
const event = (more: Partial<StitcherEvent>): StitcherEvent => ({
  ...{ type: 'impression', atMs, tenant: 'mine', channel: 'c', session: 's', viewer: 'v' },
  ...more,
});

let folder: string;
let mine: LocalFiles;
let theirs: string;
let secret: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlude-query-'));
  const path = join(folder, 'one.seg');
  const events = [
    event({ creative: "it's" }),
    event({ type: 'complete', slot: 2, durationMs: 10_000, errorCode: 303, isRepeat: true }),
    event({ tenant: 'theirs' }),
  ];
  await writeFile(path, encodeEventFrames(events));
  const { files } = await convertSegments({
    kind: 'convert',
    segments: [{ ...segment, path }],
    folder,
  });
  const pathOf = (tenant: string) => files.find(({ tenantId }) => tenantId === tenant)?.path ?? '';
  mine = { paths: [pathOf('mine')], folder, remove: async () => undefined };
  theirs = pathOf('theirs');
  secret = join(folder, 'secret.csv');
  await writeFile(secret, 'a,b\n1,2\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const ask = (question: string, limits = {}) =>
  queryEvents(mine, question, { ...queryLimits, ...limits });

describe('a question to the archive', () => {
  test('is answered from the files that it is given', async () => {
    expect(await ask('select type, slot, duration_ms, creative from events order by type')).toEqual(
      {
        columns: ['type', 'slot', 'duration_ms', 'creative'],
        rows: [
          ['complete', 2, 10_000, null],
          ['impression', null, null, "it's"],
        ],
        isCut: false,
      },
    );
    const when = await ask('select distinct happened_at from events');
    expect(when.rows).toEqual([['2026-11-23 12:00:00']]);
  });

  test('over no files has the columns and no rows', async () => {
    const none = { ...mine, paths: [] };
    const answer = await queryEvents(none, 'select * from events');
    expect(answer).toEqual({ columns: Object.keys(archiveColumns), rows: [], isCut: false });
  });

  test('SEC-S124 reads nothing but its files, writes nothing, and loads nothing', async () => {
    const before = await stat(mine.paths[0] ?? '');
    const refused = [
      `select * from read_csv('${secret}')`,
      `select * from read_text('/etc/passwd')`,
      `select * from read_parquet('${theirs}')`,
      `select * from '${theirs}'`,
      `select * from glob('${folder}/*')`,
      `select getenv('HOME')`,
      `select * from read_parquet('http://127.0.0.1:1/x.parquet')`,
      `copy events to '${join(folder, 'out.parquet')}'`,
      `copy (select 1) to '${mine.paths[0]}' (format parquet)`,
      `explain analyze copy (select 1) to '${mine.paths[0]}' (format parquet)`,
      `export database '${join(folder, 'out')}'`,
      `attach '${join(folder, 'x.db')}'`,
      `install httpfs`,
      `load httpfs`,
      `set memory_limit = '100GB'`,
      `pragma enable_external_access = true`,
      `create table x as select 1`,
      `drop view events`,
      `select 1; copy events to '${join(folder, 'out.csv')}'`,
      ``,
      `call pragma_version()`,
    ];
    for (const question of refused) {
      await expect(ask(question), question).rejects.toMatchObject({ code: 'EVENT_QUERY_FAILED' });
    }
    const after = await stat(mine.paths[0] ?? '');
    expect([after.size, after.mtimeMs]).toEqual([before.size, before.mtimeMs]);
  });

  test('SEC-S124 has a time, a memory and a number of rows', async () => {
    const endless =
      'select count(*) from range(100000) a, range(100000) b, range(100000) c where a.range + b.range = c.range + 1';
    await expect(ask(endless, { seconds: 0.3 })).rejects.toThrow('--seconds allows more');
    const large = 'select list(a.range order by a.range desc) from range(100000000) a';
    await expect(ask(large, { memoryMb: 64 })).rejects.toThrow('--memory allows more');
    const many = await ask('select * from range(5000)', { rows: 3 });
    expect([many.rows.length, many.isCut]).toEqual([3, true]);
  });
});

test('SEC-S123 a file has these columns and no other: no address and no user agent', async () => {
  expect(Object.keys(archiveColumns)).toEqual([
    ...['company', 'channel', 'happened_at', 'type', 'session', 'viewer', 'campaign', 'creative'],
    ...['asset', 'break_id', 'slot', 'duration_ms', 'error_code', 'reason', 'country', 'device'],
    ...['bytes', 'is_repeat', 'tracker', 'sums', 'beacons', 'splice', 'quality'],
    ...['writer', 'seq'],
  ]);
  const strange = { ...event({}), address: '192.0.2.7', userAgent: 'Mozilla/5.0 (X11)' };
  const row = JSON.stringify(rowOf(strange, segment));
  expect(row).not.toContain('192.0.2.7');
  expect(row).not.toContain('Mozilla');
});
