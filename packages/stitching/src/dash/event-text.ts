import {
  type EventStream,
  element,
  withAttributes,
  withChildren,
  writeElement,
} from '@interlude/dash';
import type { DashSourcePeriod } from '../dash-source/dash-window.ts';

const SCTE35 = /scte35/i;

function partOf(
  stream: EventStream,
  period: DashSourcePeriod,
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): string {
  const { timescale, presentationTimeOffset } = stream;
  const timeMs = (ticks: number) =>
    period.startMs + ((ticks - presentationTimeOffset) * 1000) / timescale;
  const events = stream.events.filter(({ presentationTime, duration }) => {
    const fromMs = timeMs(presentationTime);
    const untilMs = timeMs(presentationTime + (duration ?? 0));
    return fromMs < endMs && (fromMs >= startMs || untilMs > startMs);
  });
  if (events.length === 0) return '';
  const offset = Math.round(
    presentationTimeOffset + ((startMs - period.startMs) * timescale) / 1000,
  );
  if (events.length === stream.events.length && offset === presentationTimeOffset)
    return writeElement(stream.element);
  const moved = withAttributes(stream.element, {
    presentationTimeOffset: offset === 0 ? undefined : offset,
  });
  return writeElement(
    withChildren(
      moved,
      events.map((event) => event.element),
    ),
  );
}

/** The events of a part of a Period. Markers are left out unless `keepsMarkers`: their break may be replaced. */
export function eventText(
  period: DashSourcePeriod,
  part: { readonly startMs: number; readonly endMs: number },
  keepsMarkers: boolean,
): string {
  return period.eventStreams
    .filter(({ schemeIdUri }) => keepsMarkers || !SCTE35.test(schemeIdUri))
    .map((stream) => partOf(stream, period, part))
    .join('');
}

/** Descriptor that connects a Period to the one with that id (D9). */
export function connectivity(periodId: string): string {
  return writeElement(
    element('SupplementalProperty', {
      schemeIdUri: 'urn:mpeg:dash:period-connectivity:2015',
      value: periodId,
    }),
  );
}
