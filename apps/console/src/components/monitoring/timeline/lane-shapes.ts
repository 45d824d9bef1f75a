/** The shapes of one lane: runs, segments, markers, discontinuities, Periods and events. Pure. */
import type { MonitoringLane, MonitoringSegment } from '@interlude/contract';
import { t } from '../../../texts/t.ts';
import { endOf, lastAt, type Run, type TimelineModel } from './entries.ts';
import { dashRows, laneHeight, laneTop, spanOf, type View, xOf } from './geometry.ts';
import { type AdColour, adShades, type Colour, type Shape } from './shape.ts';

/** Least width in px: shorter elements would be invisible. */
const minPx = { ad: 3, gap: 2, cue: 3 } as const;
/** Width in px from which on the edges of segments are drawn: closer ones would be a grey area. */
const edgesFromPx = 6;
/** Width in px from which on the name of a creative or Period is drawn. */
const namesFromPx = 34;

export interface Frame {
  readonly view: View;
  /** px */
  readonly width: number;
}

/** Top and height in px of the segments of a lane: in DASH they are between Periods and events. */
export function segmentRow(model: Pick<TimelineModel, 'protocol'>, lane: MonitoringLane) {
  const top = laneTop(lane, model.protocol);
  if (model.protocol === 'hls') return { y: top, height: laneHeight };
  return {
    y: top + dashRows.periods,
    height: laneHeight - dashRows.periods - dashRows.events,
  };
}

/** Each creative keeps its shade as long as it is on the timeline. */
export function adColour(model: Pick<TimelineModel, 'creatives'>, ad: string): AdColour {
  const place = Math.max(0, model.creatives.indexOf(ad));
  return `ad${(place % adShades) as 0 | 1 | 2 | 3 | 4 | 5}`;
}

function runColour(model: TimelineModel, { kind, ad }: Run): Colour {
  if (kind === 'ad') return adColour(model, ad);
  return kind === 'slate' ? 'slate' : 'content';
}

/** Elements on screen, by their start and end. */
export function onScreen<Item>(
  items: readonly Item[],
  startOf: (item: Item) => number,
  endsAt: (item: Item) => number,
  { fromMs, toMs }: View,
): readonly Item[] {
  let first = Math.max(0, lastAt(items, startOf, fromMs));
  // Events overlap: one that began earlier can still be on screen.
  while (first > 0) {
    const before = items[first - 1];
    if (before === undefined || endsAt(before) <= fromMs) break;
    first -= 1;
  }
  const shown = items.slice(first, lastAt(items, startOf, toMs) + 1);
  return shown.filter((item) => endsAt(item) > fromMs);
}

function runShapes(model: TimelineModel, lane: MonitoringLane, { view, width }: Frame): Shape[] {
  const row = segmentRow(model, lane);
  const shapes: Shape[] = [];
  const labels: Shape[] = [];
  const runs = onScreen(
    model.runs[lane],
    (run) => run.startMs,
    (run) => run.endMs,
    view,
  );
  runs.forEach((run, index) => {
    const x = xOf(run.startMs, view, width);
    const exact = xOf(run.endMs, view, width) - x;
    const isContent = run.kind === 'content';
    const wide = isContent ? exact : Math.max(exact, minPx.ad);
    const fill = runColour(model, run);
    const hatched = run.kind === 'slate';
    shapes.push({ kind: 'rect', x, ...row, width: wide, fill, ...(hatched && { hatched }) });
    const before = runs[index - 1];
    if (before !== undefined && run.startMs > before.endMs + 1) {
      const from = xOf(before.endMs, view, width);
      const gap = Math.max(x - from, minPx.gap);
      shapes.push({ kind: 'rect', x: from, ...row, width: gap, fill: 'bad', hatched: true });
    }
    if (!isContent && wide >= namesFromPx) {
      const shownFrom = Math.max(x, 0);
      labels.push({
        kind: 'text',
        x: shownFrom + 5,
        y: row.y + 12,
        text: run.kind === 'slate' ? t('slate') : run.ad,
        fill: 'surface',
        align: 'left',
        maxWidth: Math.min(x + wide, width) - shownFrom - 8,
      });
    }
  });
  // Ads over content: a short one must not vanish below its neighbours.
  const rank = (shape: Shape) => (shape.kind === 'rect' && shape.fill === 'content' ? 0 : 1);
  return [...shapes.toSorted((a, b) => rank(a) - rank(b)), ...labels];
}

function markerShapes(
  segment: MonitoringSegment,
  x: number,
  row: { readonly y: number; readonly height: number },
): Shape[] {
  const bottom = row.y + row.height;
  const shapes: Shape[] = [];
  if (segment.discontinuity) {
    shapes.push(
      {
        kind: 'line',
        x,
        y: row.y,
        toY: bottom,
        stroke: 'text',
        width: 1,
        alpha: 0.6,
        dashed: true,
      },
      { kind: 'flag', x, y: row.y, points: 'down', fill: 'text' },
    );
  }
  if (segment.cueOutCont !== '') {
    shapes.push({ kind: 'line', x: x + 1, y: bottom - 8, toY: bottom, stroke: 'cue', width: 2 });
  }
  const flags = [
    [segment.cueOut, 'right'],
    [segment.cueIn, 'left'],
  ] as const;
  for (const [marker, points] of flags) {
    if (marker === '') continue;
    shapes.push(
      { kind: 'line', x, y: row.y, toY: bottom, stroke: 'cue', width: minPx.cue },
      { kind: 'flag', x, y: row.y, points, fill: 'cue' },
    );
  }
  return shapes;
}

function segmentShapes(
  model: TimelineModel,
  lane: MonitoringLane,
  { view, width }: Frame,
): Shape[] {
  const row = segmentRow(model, lane);
  const pxPerMs = width / spanOf(view);
  const edges: Shape[] = [];
  const markers: Shape[] = [];
  for (const segment of onScreen(model.lanes[lane].segments, ({ start }) => start, endOf, view)) {
    const x = xOf(segment.start, view, width);
    if (segment.duration * 1_000 * pxPerMs >= edgesFromPx) {
      const to = row.y + row.height;
      edges.push({ kind: 'line', x, y: row.y, toY: to, stroke: 'surface', width: 1 });
    }
    markers.push(...markerShapes(segment, x, row));
  }
  return [...edges, ...markers];
}

/** Periods as labelled brackets above, events as flags of 20 s below the segments (MON-012). */
function dashShapes(model: TimelineModel, lane: MonitoringLane, { view, width }: Frame): Shape[] {
  const top = laneTop(lane, model.protocol);
  const shapes: Shape[] = [];
  const named = (x: number, wide: number, y: number, text: string): Shape[] => {
    const from = Math.max(x, 0);
    const maxWidth = Math.min(x + wide, width) - from - 8;
    if (maxWidth < namesFromPx - 8) return [];
    return [{ kind: 'text', x: from + 5, y, text, fill: 'text', align: 'left', maxWidth }];
  };
  const { periods, events } = model.lanes[lane];
  for (const period of onScreen(periods, ({ start }) => start, endOf, view)) {
    const x = xOf(period.start, view, width);
    const wide = xOf(endOf(period), view, width) - x;
    const height = dashRows.periods - 2;
    shapes.push(
      { kind: 'rect', x, y: top, width: Math.max(wide - 1, 1), height, fill: 'period' },
      ...named(x, wide, top + height / 2 + 0.5, period.periodId),
    );
  }
  for (const event of onScreen(events, ({ start }) => start, endOf, view)) {
    const x = xOf(event.start, view, width);
    const wide = xOf(endOf(event), view, width) - x;
    const y = top + laneHeight - dashRows.events + 2;
    const height = dashRows.events - 2;
    shapes.push(
      { kind: 'rect', x, y, width: wide, height, fill: 'event', alpha: 0.28 },
      { kind: 'line', x: x + 1, y, toY: y + height, stroke: 'event', width: 2 },
      ...named(x, wide, y + height / 2 + 0.5, event.cueIn || event.cueOut || event.eventId),
    );
  }
  return shapes;
}

export function laneBackground(model: TimelineModel, lane: MonitoringLane, width: number): Shape {
  const y = laneTop(lane, model.protocol);
  return { kind: 'rect', x: 0, y, width, height: laneHeight, fill: 'lane' };
}

export function laneShapes(model: TimelineModel, lane: MonitoringLane, frame: Frame): Shape[] {
  return [
    ...runShapes(model, lane, frame),
    ...segmentShapes(model, lane, frame),
    ...(model.protocol === 'dash' ? dashShapes(model, lane, frame) : []),
  ];
}
