import { createLogger, createMetrics } from '@interlude/runtime';
import { expect, it } from 'vitest';
import { createEvents } from '../../events.ts';
import { readTurnLimits, strangerTurnLimits } from './read-turns.ts';
import { createReportService, type ReportServiceOptions } from './report-service.ts';

it('SEC-S106 strangers with links read one report of a company at a time, and leave its members their turns', async () => {
  let reading = 0;
  const ends: (() => void)[] = [];
  const system = { type: 'ssai-cluster', settings: {} };
  const options = {
    reports: {
      read: () => {
        reading += 1;
        return new Promise((_resolve, reject) => ends.push(() => reject(new Error('end'))));
      },
    },
    settings: { read: async () => ({ timeZone: 'UTC', widthMinutes: 60 }) },
    systems: { find: async () => system },
    events: createEvents(createLogger({ name: 'test', level: 'silent' }), createMetrics()),
    now: () => 0,
    attribution: '',
  };
  const service = createReportService(options as unknown as ReportServiceOptions);
  const of = { systemId: 's', chart: 'main-kpi' };
  const query = {
    ...{ interval: 86_400_000, start: 0, end: 86_400_000, channelIds: [], campaignName: '' },
    reportParams: { instance: 0, keys: [] },
  };
  const settled = () => new Promise((resolve) => setTimeout(resolve, 10));
  const all = Array.from({ length: 4 }, () => service.readShared('t1', of, query));
  await settled();
  expect(reading).toBe(1);
  all.push(...Array.from({ length: 3 }, () => service.read('t1', of, query)));
  await settled();
  expect(reading).toBe(readTurnLimits.perTenant);
  expect(strangerTurnLimits.perTenant).toBeLessThan(readTurnLimits.perTenant);
  expect(strangerTurnLimits.perProcess).toBeLessThan(readTurnLimits.perProcess);
  while (ends.length > 0) {
    for (const end of ends.splice(0)) end();
    await settled();
  }
  expect((await Promise.all(all)).map(({ code }) => code)).toEqual(Array(7).fill('REPORT_FAILED'));
});
