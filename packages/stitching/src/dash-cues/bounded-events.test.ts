import { type Mpd, parseMpd } from '@interlude/dash';
import { expect, test } from 'vitest';
import { markerLimits } from '../cues/bounded-markers.ts';
import { withBoundedEvents } from './bounded-events.ts';

const scte35 = 'urn:scte:scte35:2013:bin';

/** A Period for each number of events; their ids count on. */
function mpdWith(counts: readonly number[], scheme = scte35): Mpd {
  let id = 0;
  const periods = counts.map((count, index) => {
    const events = Array.from({ length: count }, () => `<Event id="${id++}"/>`).join('');
    return `<Period start="PT${index}H"><EventStream schemeIdUri="${scheme}">${events}</EventStream></Period>`;
  });
  const { mpd } = parseMpd(`<MPD type="static">${periods.join('')}</MPD>`);
  if (!mpd) throw new Error('no MPD');
  return mpd;
}

const idsOf = ({ periods }: Mpd) =>
  periods.flatMap(({ eventStreams }) =>
    eventStreams.flatMap(({ events }) => events.map((e) => Number(e.id))),
  );

test('SEC-S58 of thousands of events the newest of a live MPD are read, and the first of an asset', () => {
  const { tags } = markerLimits;
  const mpd = mpdWith([tags / 2, tags / 2, 3]);
  const all = idsOf(mpd);
  expect(idsOf(withBoundedEvents(mpd, 'newest'))).toEqual(all.slice(-tags));
  expect(idsOf(withBoundedEvents(mpd, 'first'))).toEqual(all.slice(0, tags));
  expect(withBoundedEvents(mpd, 'first').periods).toHaveLength(3);
});

test('SEC-S58 few events, and events that are no markers, are left alone', () => {
  const few = mpdWith([markerLimits.tags]);
  expect(withBoundedEvents(few, 'newest')).toBe(few);
  const other = mpdWith([markerLimits.tags + 1], 'urn:example:heartbeat');
  expect(withBoundedEvents(other, 'newest')).toBe(other);
});
