/** Finds the item at a point of the canvas. Pure; by binary search. */
import type { MonitoringLane } from '@interlude/contract';
import { endOf, type Lane, lastAt, type TimelineModel } from './entries.ts';
import {
  dashRows,
  headerHeight,
  headerRows,
  laneHeight,
  laneTop,
  timeAt,
  type View,
  xOf,
} from './geometry.ts';
import { entryItem, type Item, messageItem } from './item.ts';
import { placedSplices, spliceBox } from './splice-shapes.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** px around a pin, a segment of less than a pixel or an event that still hit it. */
const reach = { mouse: 3, pin: 9 } as const;

export function laneAtY(
  y: number,
  model: Pick<TimelineModel, 'protocol'>,
): MonitoringLane | undefined {
  return (['source', 'output'] as const).find((lane) => {
    const top = laneTop(lane, model.protocol);
    return y >= top && y < top + laneHeight;
  });
}

type Entries = Lane['segments'];

/** The entry at a time, else one within `slackMs` of it. */
export function entryAt(entries: Entries, atMs: number, slackMs: number) {
  const place = lastAt(entries, ({ start }) => start, atMs);
  const before = entries[place];
  if (before !== undefined && atMs < endOf(before) + slackMs) return before;
  const next = entries[place + 1];
  return next !== undefined && next.start - atMs <= slackMs ? next : undefined;
}

function hitLane(
  model: TimelineModel,
  lane: MonitoringLane,
  y: number,
  atMs: number,
  slackMs: number,
) {
  const { segments, periods, events } = model.lanes[lane];
  if (model.protocol === 'hls') return entryItem(lane, entryAt(segments, atMs, slackMs));
  const inLane = y - laneTop(lane, 'dash');
  if (inLane < dashRows.periods) return entryItem(lane, entryAt(periods, atMs, slackMs));
  const event = inLane >= laneHeight - dashRows.events ? entryAt(events, atMs, slackMs) : undefined;
  return entryItem(lane, event ?? entryAt(segments, atMs, slackMs));
}

function hitPin(model: TimelineModel, x: number, view: View, width: number): Item | undefined {
  let best: Item | undefined;
  let bestPx: number = reach.pin;
  for (const finding of model.findings) {
    const px = Math.abs(xOf(finding.at, view, width) - x);
    if (px <= bestPx) {
      bestPx = px;
      best = { kind: 'finding', finding };
    }
  }
  return best;
}

function hitSplice(model: TimelineModel, view: View, width: number, { x, y }: Point) {
  const hit = placedSplices(model, { view, width }).findLast((placed) => {
    const box = spliceBox(placed);
    const isAcross = x >= box.x && x <= box.x + box.width;
    return isAcross && y >= box.y && y <= box.y + box.height;
  });
  return hit && ({ kind: 'splice', splice: hit.splice } as const);
}

/** @param width of the canvas, px */
export function hitTest(
  model: TimelineModel,
  view: View,
  width: number,
  { x, y }: Point,
): Item | undefined {
  const atMs = timeAt(x, view, width);
  const slackMs = timeAt(reach.mouse, view, width) - view.fromMs;
  const lane = laneAtY(y, model);
  const splice = lane === 'output' ? hitSplice(model, view, width, { x, y }) : undefined;
  if (splice !== undefined) return splice;
  if (lane !== undefined) return hitLane(model, lane, y, atMs, slackMs);
  if (y >= headerHeight[model.protocol]) return;
  if (y >= headerRows.axis + headerRows.health) return hitPin(model, x, view, width);
  if (y < headerRows.axis) return;
  const message = messageItem(
    model,
    lastAt(model.messages, (each) => each.loadTime, atMs),
  );
  return message !== undefined && atMs < message.endMs + slackMs ? message : undefined;
}
