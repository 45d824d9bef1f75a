/** The whole timeline as shapes, from back to front: values in, shapes out. Pure. */
import type { MonitoringFinding, MonitoringMessage } from '@interlude/contract';
import { t } from '../../../texts/t.ts';
import { type BreakSpan, endOf, type TimelineModel } from './entries.ts';
import {
  headerHeight,
  headerRows,
  laneGap,
  laneHeight,
  laneTop,
  ticksOf,
  timelineHeight,
  xOf,
} from './geometry.ts';
import { type Item, itemSpan, messageEndMs } from './item.ts';
import { type Frame, laneBackground, laneShapes, onScreen, segmentRow } from './lane-shapes.ts';
import type { Shape } from './shape.ts';
import { placedSplices, spliceBox, spliceShapes } from './splice-shapes.ts';

/** Formats a label of the time axis; `stepMs` is the distance between two labels. */
export type TimeText = (atMs: number, stepMs: number) => string;

interface DrawnTimeline extends Frame {
  readonly model: TimelineModel;
  readonly selected: Item | undefined;
  readonly hovered: Item | undefined;
  readonly timeText: TimeText;
}

/** px: pins closer together become one with a number. */
const pinPx = 18;
/** px that a label of a break takes. */
const breakLabelPx = 66;

function axisShapes({ model, view, width, timeText }: DrawnTimeline): Shape[] {
  const bottom = timelineHeight(model.protocol);
  const ticks = ticksOf(view, width);
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  return ticks.flatMap((at): Shape[] => {
    const x = xOf(at, view, width);
    return [
      { kind: 'line', x, y: headerRows.axis - 2, toY: bottom, stroke: 'line', width: 1 },
      {
        ...{ kind: 'text', x, y: headerRows.axis / 2, text: timeText(at, step) },
        ...{ fill: 'dimmed', align: 'center' },
      },
    ];
  });
}

/** A line at the newest entry that the monitor has seen. */
function edgeShapes({ model, view, width }: DrawnTimeline): Shape[] {
  const x = xOf(model.maxTimeMs, view, width);
  if (x < 0 || x > width) return [];
  const y = headerRows.axis;
  const toY = timelineHeight(model.protocol);
  return [{ kind: 'line', x, y, toY, stroke: 'accent', width: 1.5 }];
}

/** Two thin rows: the health of the source above that of the output. */
function healthShapes({ model, view, width }: DrawnTimeline): Shape[] {
  const half = headerRows.health / 2 - 2;
  const bar = (healthy: boolean, row: 0 | 1, x: number, wide: number): Shape => ({
    kind: 'rect',
    x,
    y: headerRows.axis + row * (half + 1),
    width: Math.max(wide - 1, 2),
    height: half,
    fill: healthy ? 'ok' : 'bad',
    alpha: healthy ? 0.45 : 1,
  });
  return model.messages.flatMap((message: MonitoringMessage, place): Shape[] => {
    const startMs = message.loadTime;
    const endMs = messageEndMs(model.messages, place);
    if (endMs <= view.fromMs || startMs >= view.toMs) return [];
    const x = xOf(startMs, view, width);
    const wide = xOf(endMs, view, width) - x;
    return [bar(message.sourceHealthy, 0, x, wide), bar(message.outputHealthy, 1, x, wide)];
  });
}

const secondsText = ({ startMs, endMs, isClosed }: BreakSpan) => {
  const seconds = (endMs - startMs) / 1_000;
  return `${seconds >= 100 ? Math.round(seconds) : Math.round(seconds * 10) / 10}${isClosed ? '' : '…'}`;
};

const overlaps = (a: BreakSpan, b: BreakSpan) => a.startMs < b.endMs && b.startMs < a.endMs;

/** Seconds of the ads and slate that filled a break; undefined until the output has been seen to the break's end. */
function filledText(model: TimelineModel, span: BreakSpan): string | undefined {
  const { segments } = model.lanes.output;
  const first = segments[0];
  const last = segments.at(-1);
  const isSeen =
    first !== undefined &&
    last !== undefined &&
    first.start <= span.startMs &&
    endOf(last) >= span.endMs;
  if (!span.isClosed || !isSeen) return;
  const filled = model.filled.find((each) => overlaps(each, span));
  return filled === undefined ? '0' : secondsText(filled);
}

/** Between the lanes: signalled and filled breaks as bars, with the seconds of both. */
function breakShapes({ model, view, width }: DrawnTimeline): Shape[] {
  const top = laneTop('source', model.protocol) + laneHeight;
  const bar = (span: BreakSpan, y: number, fill: 'cue' | 'ad0'): Shape => {
    const x = xOf(span.startMs, view, width);
    return {
      kind: 'rect',
      x,
      y,
      width: Math.max(xOf(span.endMs, view, width) - x, 3),
      height: 4,
      fill,
    };
  };
  const shapes: Shape[] = [];
  const visible = (spans: readonly BreakSpan[]) =>
    onScreen(
      spans,
      (span) => span.startMs,
      (span) => span.endMs,
      view,
    );
  for (const span of visible(model.filled)) shapes.push(bar(span, top + laneGap - 6, 'ad0'));
  let labelledTo = Number.NEGATIVE_INFINITY;
  for (const span of visible(model.signalled)) {
    shapes.push(bar(span, top + 2, 'cue'));
    const asked = secondsText(span);
    const got = filledText(model, span) ?? asked;
    const same = asked === got;
    const from = Math.max(xOf(span.startMs, view, width), 0);
    const x = (from + Math.min(xOf(span.endMs, view, width), width)) / 2;
    if (x - breakLabelPx / 2 < labelledTo) continue;
    labelledTo = x + breakLabelPx / 2;
    shapes.push({
      ...{ kind: 'text', x, y: top + laneGap / 2, align: 'center' },
      text: same ? t('{asked} s', { asked }) : t('{asked} → {got} s', { asked, got }),
      fill: same ? 'dimmed' : 'text',
    });
  }
  return shapes;
}

/** Findings that stand close together, as one pin of the worst. */
export function pinGroups(
  findings: readonly MonitoringFinding[],
  { view, width }: Frame,
): readonly (readonly MonitoringFinding[])[] {
  const groups: MonitoringFinding[][] = [];
  let groupX = Number.NEGATIVE_INFINITY;
  for (const finding of findings) {
    if (finding.at < view.fromMs || finding.at > view.toMs) continue;
    const x = xOf(finding.at, view, width);
    const last = groups.at(-1);
    if (last !== undefined && x - groupX < pinPx) last.push(finding);
    else {
      groups.push([finding]);
      groupX = x;
    }
  }
  return groups;
}

function pinShapes({ model, view, width }: DrawnTimeline): Shape[] {
  const header = headerHeight[model.protocol];
  const y = (headerRows.axis + headerRows.health + header) / 2;
  const toY = timelineHeight(model.protocol);
  return pinGroups(model.findings, { view, width }).flatMap((group): Shape[] => {
    const [first] = group;
    if (first === undefined) return [];
    const x = xOf(first.at, view, width);
    const open = group.filter(({ closedAt }) => closedAt === null);
    const shown = open.length > 0 ? open : group;
    const isError = shown.some(({ severity }) => severity === 'error');
    const stroke = isError ? 'bad' : 'warn';
    const isOpen = open.length > 0;
    return [
      { kind: 'line', x, y: y + 7, toY, stroke, width: isOpen ? 1.5 : 1, alpha: isOpen ? 1 : 0.5 },
      {
        ...{ kind: 'pin', x, y, isOpen, count: group.length },
        severity: isError ? 'error' : 'warning',
      },
    ];
  });
}

/** The place of an item: a segment in its lane, a message in its row, a finding at its pin. */
function boxOf(item: Item, { model, view, width }: DrawnTimeline) {
  const { startMs, endMs } = itemSpan(item);
  const x = xOf(startMs, view, width);
  const wide = Math.max(xOf(endMs, view, width) - x, 3);
  if (item.kind === 'message') {
    return { x, y: headerRows.axis - 1, width: wide, height: headerRows.health - 1 };
  }
  if (item.kind === 'finding') {
    const y = headerRows.axis + headerRows.health;
    return { x: x - 10, y, width: 20, height: headerHeight[model.protocol] - y };
  }
  if (item.kind === 'splice') {
    const placed = placedSplices(model, { view, width });
    const found = placed.find(({ splice }) => splice.id === item.splice.id);
    if (found !== undefined) return spliceBox(found);
    return { x, ...segmentRow(model, 'output'), width: wide };
  }
  const { kind } = item.entry;
  if (kind === 'period' || kind === 'event') {
    const top = laneTop(item.lane, 'dash');
    return kind === 'period'
      ? { x, y: top, width: wide, height: 14 }
      : { x, y: top + laneHeight - 18, width: wide, height: 18 };
  }
  return { x, ...segmentRow(model, item.lane), width: wide };
}

function markedShapes(drawn: DrawnTimeline): Shape[] {
  const { model, selected, hovered } = drawn;
  const shapes: Shape[] = [];
  if (hovered !== undefined) {
    shapes.push({ kind: 'outline', ...boxOf(hovered, drawn), stroke: 'dimmed', lineWidth: 1 });
  }
  if (selected !== undefined) {
    const box = boxOf(selected, drawn);
    const y = laneTop('source', model.protocol);
    const height = timelineHeight(model.protocol) - y;
    if (selected.kind !== 'finding' && selected.kind !== 'splice') {
      shapes.push({
        kind: 'rect',
        x: box.x,
        y,
        width: box.width,
        height,
        fill: 'text',
        alpha: 0.08,
      });
    }
    shapes.push({ kind: 'outline', ...box, stroke: 'text', lineWidth: 2 });
  }
  return shapes;
}

export function timelineShapes(drawn: DrawnTimeline): Shape[] {
  const { model } = drawn;
  return [
    laneBackground(model, 'source', drawn.width),
    laneBackground(model, 'output', drawn.width),
    ...axisShapes(drawn),
    ...laneShapes(model, 'source', drawn),
    ...laneShapes(model, 'output', drawn),
    ...spliceShapes(model, drawn),
    ...healthShapes(drawn),
    ...breakShapes(drawn),
    ...edgeShapes(drawn),
    ...pinShapes(drawn),
    ...markedShapes(drawn),
  ];
}
