import type { contract } from '@interlude/contract/api';
import type { Handlers } from '../../http/call.ts';
import type { BreakRecordService } from './break-record-service.ts';

export function breakRecordRoutes(
  records: BreakRecordService,
): Handlers<(typeof contract)['breakRecords']> {
  return {
    list: ({ caller, params, query }) => records.list(caller, params.id, query),
    read: ({ caller, params, query }) =>
      records.read(caller, params.id, { breakId: params.breakId, session: query.session }),
    find: ({ caller, query }) => records.find(caller, query),
  };
}
