import { type BreakRecord, type RecordedBreak, recordStages } from '@interlude/contract';
import { contract } from '@interlude/contract/api';
import { expect, test } from 'vitest';
import { failure } from '../../apps/control-plane/src/testing/control-plane.suite.ts';
import { joinedForms } from './live-sources.ts';
import { recordBreaks } from './recorded-breaks.ts';

const { breakRecords } = contract;

const ms = (seconds: number) => Math.round(seconds * 1_000);

/** Invariants of the sums of every break record. */
function expectSums(record: BreakRecord): void {
  const { offeredSeconds, askedSeconds, answeredSeconds, usableSeconds, placedSeconds } = record;
  const funnel = [offeredSeconds, askedSeconds, answeredSeconds, usableSeconds, placedSeconds];
  expect(funnel.toSorted((a, b) => b - a)).toEqual(funnel);
  const lostMs = record.losses.reduce((sum, { lostSeconds }) => sum + ms(lostSeconds), 0);
  expect(lostMs).toBe(ms(offeredSeconds) - ms(record.seenSeconds));
  expect(record.losses.every(({ lostSeconds }) => lostSeconds >= 0)).toBe(true);
}

function stagesOf({ stages }: RecordedBreak): string[] {
  return recordStages.filter((name) => stages.some(({ stage }) => stage === name));
}

test('REC-001 REC-006 a live break is recorded from its marker to its beacons, and the API shows each stage to its company alone', async () => {
  const { channels, client, stranger, errors, list, stop } = await recordBreaks(joinedForms, 2);
  try {
    expect(errors).toEqual([]);
    for (const { id, viewers } of channels) {
      expect(viewers.flatMap(({ findings }) => findings)).toEqual([]);
      const found = await list(id);
      found.forEach(expectSums);
      const whole = found.find(({ losses, sessions }) => losses.length === 0 && sessions === 2);
      expect(whole).toMatchObject({
        announcedSeconds: 15.36,
        observedSeconds: 15.36,
        offeredSeconds: 30.72,
        seenSeconds: 30.72,
        sentSeconds: 30.72,
        // The ad server fills each break otherwise: with one ad or with two.
        adsSeen: whole?.adsPlaced,
      });
      const { breakId = '' } = whole ?? {};
      const params = { id, breakId };
      const recorded = await client(breakRecords.read, { params });
      expect(stagesOf(recorded)).toEqual([...recordStages]);
      expect(recorded.demand).toMatchObject([{ hop: 0, asked: 2, inTime: 2, late: 0, error: 0 }]);
      const { session } = recorded;
      expect(viewers.map(({ mark }) => mark)).toContain(session);
      const bySession = await client(breakRecords.find, { query: { session: session ?? '' } });
      expect(bySession.map((one) => one.breakId)).toContain(breakId);
      const foreign = stranger(breakRecords.read, { params });
      expect(await failure(foreign)).toMatchObject({ status: 404, code: 'CHANNEL_NOT_FOUND' });
      const strange = await stranger(breakRecords.find, { query: { session: session ?? '' } });
      expect(strange).toEqual([]);
    }
  } finally {
    await stop();
  }
}, 60_000);
