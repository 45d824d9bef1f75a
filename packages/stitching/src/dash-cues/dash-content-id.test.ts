import { segmentationConfiguration } from '@interlude/contract';
import { parseMpd } from '@interlude/dash';
import { encodeBase64 } from '@interlude/scte35';
import { timeSignal } from '@interlude/testkit/scte35';
import { expect, test } from 'vitest';
import { contentIdOfMpd, namesContentInMpd } from './dash-content-id.ts';

const payloads = segmentationConfiguration.parse({});

interface Marker {
  readonly atSeconds: number;
  readonly typeId: number;
  readonly upid?: string;
}

/** A Period that begins at 100 s, whose events count from 40 s. */
function mpdWith(markers: readonly Marker[]) {
  const events = markers.map(({ atSeconds, typeId, upid }) => {
    const binary = encodeBase64(timeSignal({ typeId, ...(upid !== undefined && { upid }) }));
    return `<Event presentationTime="${(atSeconds - 60) * 1_000}"><s:Signal xmlns:s="http://www.scte.org/schemas/35/2016"><s:Binary>${binary}</s:Binary></s:Signal></Event>`;
  });
  const { mpd } = parseMpd(
    `<MPD type="dynamic" availabilityStartTime="2026-03-01T00:00:00Z"><Period start="PT100S"><EventStream schemeIdUri="urn:scte:scte35:2014:xml+bin" timescale="1000" presentationTimeOffset="40000">${events.join('')}</EventStream></Period></MPD>`,
  );
  if (mpd === undefined) throw new Error('no MPD');
  return mpd;
}

const idAt = (atSeconds: number, markers: readonly Marker[], before?: string) =>
  contentIdOfMpd(mpdWith(markers), payloads, { untilMs: atSeconds * 1_000, before });

const programme: readonly Marker[] = [
  { atSeconds: 130, typeId: 0x11, upid: 'urn:p:1' },
  { atSeconds: 110, typeId: 0x10, upid: 'urn:p:1' },
  { atSeconds: 140, typeId: 0x10, upid: 'urn:p:2' },
];

test('passThroughCaidSegmentation: the programme that runs at a moment is named, in order of time', () => {
  expect(idAt(109, programme)).toBeUndefined();
  expect(idAt(109, programme, 'urn:p:0')).toBe('urn:p:0');
  expect(idAt(110, programme)).toBe('urn:p:1');
  expect(idAt(131, programme)).toBeUndefined();
  expect(idAt(141, programme)).toBe('urn:p:2');
});

test('passThroughCaidSegmentation: what a break names is not the programme', () => {
  const adBreak: Marker = { atSeconds: 115, typeId: 0x34, upid: 'urn:ad:1' };
  expect(idAt(120, [adBreak])).toBeUndefined();
  expect(idAt(120, [...programme, adBreak])).toBe('urn:p:1');
  expect(namesContentInMpd(mpdWith([adBreak]), payloads)).toBe(false);
  expect(namesContentInMpd(mpdWith(programme), payloads)).toBe(true);
});
