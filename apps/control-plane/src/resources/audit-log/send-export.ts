/** The audit log as a file: pages are read and sent one after the other, so no export fills the memory. */
import { Readable } from 'node:stream';
import { type AuditEntry, auditLimits } from '@interlude/contract';
import type { AuditLogStore, AuditQuery } from '@interlude/persistence';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../http/call.ts';

const columns = [
  'at',
  'userEmail',
  'apiKey',
  'network',
  'route',
  'kind',
  'targetId',
  'targetName',
  'action',
  'changes',
] as const;

/**
 * A cell of RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe in front (CWE-1236): names
 * are entered by people.
 */
export function csvCell(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvLine(entry: AuditEntry): string {
  const fields = entry.fields.map(({ path }) => path).join(' ');
  return `${[...columns.map((column) => entry[column]), fields].map(csvCell).join(',')}\r\n`;
}

type Format = 'csv' | 'json';

const formats: Readonly<
  Record<
    Format,
    { type: string; head: string; foot: string; row(entry: AuditEntry, place: number): string }
  >
> = {
  csv: {
    type: 'text/csv; charset=utf-8',
    head: `${[...columns, 'fields'].join(',')}\r\n`,
    foot: '',
    row: csvLine,
  },
  json: {
    type: 'application/json; charset=utf-8',
    head: '[',
    foot: ']\n',
    row: (entry, place) => `${place === 0 ? '' : ','}\n${JSON.stringify(entry)}`,
  },
};

type ExportQuery = Omit<AuditQuery, 'limit' | 'offset'> & { readonly format: Format };

async function* pieces(
  store: Pick<AuditLogStore, 'list'>,
  tenantId: string,
  { format, ...query }: ExportQuery,
): AsyncGenerator<string> {
  const { head, foot, row } = formats[format];
  yield head;
  const limit = auditLimits.page;
  for (let offset = 0; offset < auditLimits.export; offset += limit) {
    const { rows } = await store.list(tenantId, { ...query, limit, offset });
    yield rows.map((entry, place) => row(entry, offset + place)).join('');
    if (rows.length < limit) break;
  }
  yield foot;
}

/** The first page is read before the answer begins, so that a query that is refused gets its error. */
export async function sendExport(
  store: Pick<AuditLogStore, 'list'>,
  { tenantId }: Caller,
  query: ExportQuery,
  reply: FastifyReply,
): Promise<void> {
  const parts = pieces(store, tenantId, query);
  const head = await parts.next();
  const first = await parts.next();
  async function* all() {
    yield String(head.value);
    if (!first.done) yield first.value;
    yield* parts;
  }
  const { type } = formats[query.format];
  void reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="audit-log.${query.format}"`)
    .type(type)
    .send(Readable.from(all()));
}
