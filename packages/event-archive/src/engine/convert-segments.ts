/** Converts segments of spools to Parquet: one file for each company and day, its rows sorted by channel and time. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import type { DuckDBConnection } from '@duckdb/node-api';
import { decodeEventFrames } from '@interlude/reporting';
import { archiveColumns, rowOf } from '../archive-row.ts';
import type { EngineTask, MadeFile, SegmentFile } from './engine-task.ts';
import { literal } from './load-duckdb.ts';
import { numberOf, withWorkDatabase } from './work-database.ts';

/** Bound of the decompressed size; a segment is closed at 8 MiB, after the write that reaches it. */
const maxSegmentBytes = 256 * 1024 * 1024;
const writeAtOnceChars = 1_048_576;
const decompress = promisify(zstdDecompress);

async function readSegment(path: string): Promise<Uint8Array> {
  const bytes = await readFile(path);
  return path.endsWith('.zst')
    ? await decompress(bytes, { maxOutputLength: maxSegmentBytes })
    : bytes;
}

/** @returns the number of events that could not be decoded */
async function writeRows(segments: readonly SegmentFile[], path: string): Promise<number> {
  const out = createWriteStream(path, { mode: 0o600 });
  let text = '';
  let unreadable = 0;
  const flush = async () => {
    if (!out.write(text)) await once(out, 'drain');
    text = '';
  };
  for (const segment of segments) {
    const decoded = decodeEventFrames(await readSegment(segment.path));
    unreadable += decoded.unreadable;
    for (const event of decoded.events) {
      const row = rowOf(event, segment);
      if (row !== undefined) text += `${JSON.stringify(row)}\n`;
      if (text.length > writeAtOnceChars) await flush();
    }
  }
  out.end(text);
  await finished(out);
  return unreadable;
}

const dayOf = `(epoch_ms(happened_at) // 86400000)`;

/** Sorted as reports read: the rows of one channel are adjacent, and the rest of the file is skipped. */
const rowOrder = 'channel, happened_at';

/** Writes the rows of a relation to one file for each company and day. */
export async function writeByDay(
  connection: DuckDBConnection,
  relation: string,
  folder: string,
): Promise<MadeFile[]> {
  const groups = await connection.runAndReadAll(
    `select company, ${dayOf}, count(*), epoch_ms(min(happened_at)), epoch_ms(max(happened_at))
     from ${relation} group by 1, 2 order by 1, 2`,
  );
  const made: MadeFile[] = [];
  for (const [company, day, rows, first, last] of groups.getRows()) {
    if (typeof company !== 'string') continue;
    const path = join(folder, `${made.length}.parquet`);
    await connection.run(
      `copy (select * from ${relation} where company = ${literal(company)} and ${dayOf} = ${numberOf(day)}
        order by ${rowOrder}) to ${literal(path)} (format parquet, compression zstd)`,
    );
    made.push({
      tenantId: company,
      day: numberOf(day),
      path,
      rows: numberOf(rows),
      bytes: (await stat(path)).size,
      firstAtMs: numberOf(first),
      lastAtMs: numberOf(last),
    });
  }
  return made;
}

const columnsOfJson = Object.entries(archiveColumns)
  .map(([name, type]) => `${name}: '${type === 'TIMESTAMP' ? 'BIGINT' : type}'`)
  .join(', ');

export async function convertSegments({
  segments,
  folder,
}: Extract<EngineTask, { kind: 'convert' }>): Promise<{ files: MadeFile[]; unreadable: number }> {
  const json = join(folder, 'rows.ndjson');
  const unreadable = await writeRows(segments, json);
  const files = await withWorkDatabase(folder, async (connection) => {
    await connection.run(
      `create table events as select * replace (epoch_ms(happened_at) as happened_at)
       from read_json(${literal(json)}, format = 'newline_delimited', columns = {${columnsOfJson}})`,
    );
    await rm(json);
    return writeByDay(connection, 'events', folder);
  });
  return { files, unreadable };
}
