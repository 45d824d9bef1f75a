/** Converts a row of `monitoring_findings` to the API's finding. */
import { type MonitoringFinding, monitoringFinding } from '@interlude/contract';
import type { Selectable } from 'kysely';
import type { MonitoringFindingsTable } from '../schema/monitoring-tables.ts';

export type FindingRow = Selectable<MonitoringFindingsTable>;

export function toFinding(row: FindingRow): MonitoringFinding {
  return monitoringFinding.parse({
    ...(row.body as object),
    id: row.id,
    channelId: row.channel_id,
    severity: row.severity,
    owner: row.owner,
    cause: row.cause,
    firstSeen: row.first_seen.toISOString(),
    lastSeen: row.last_seen.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
  });
}
