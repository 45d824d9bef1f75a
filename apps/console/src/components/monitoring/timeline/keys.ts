/** The keys of the timeline: walk through the items, zoom, move. Pure. */
import type { MonitoringLane, MonitoringSegment } from '@interlude/contract';
import { t } from '../../../texts/t.ts';
import { lastAt, type TimelineModel } from './entries.ts';
import {
  liveView,
  moveView,
  spanOf,
  type View,
  wholeView,
  zoomCentre,
  zoomView,
} from './geometry.ts';
import { entryAt } from './hit.ts';
import { entryItem, type Item, itemSpan, messageItem } from './item.ts';

export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  /** Alt, Ctrl or Cmd: the browser's own shortcuts. */
  readonly withModifier: boolean;
}

export type KeyAction =
  | { readonly kind: 'select'; readonly item: Item }
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'open' | 'clear' | 'follow' };

/** The keys and their effects, for the help below the timeline. */
export const keyHelp = [
  ['← →', t('next or previous')],
  ['↑ ↓', t('other row')],
  ['N P', t('next or previous finding')],
  ['+ −', t('zoom')],
  ['Shift ← →', t('move')],
  ['0', t('whole window')],
  ['F', t('follow live')],
  ['Enter', t('open manifests')],
] as const;

/** The rows from top to bottom, as the arrows walk through them. */
const rows = ['message', 'finding', 'source', 'output', 'splice'] as const;
type Row = (typeof rows)[number];

const rowOf = (item: Item): Row => (item.kind === 'entry' ? item.lane : item.kind);

function neighbours(model: TimelineModel, item: Item): readonly Item[] {
  if (item.kind === 'message')
    return model.messages.flatMap((_, at) => messageItem(model, at) ?? []);
  if (item.kind === 'finding') {
    return model.findings.map((finding) => ({ kind: 'finding', finding }));
  }
  if (item.kind === 'splice') return model.splices.map((splice) => ({ kind: 'splice', splice }));
  const { segments, periods, events } = model.lanes[item.lane];
  const byKind: Partial<Record<MonitoringSegment['kind'], readonly MonitoringSegment[]>> = {
    period: periods,
    event: events,
  };
  const entries = byKind[item.entry.kind] ?? segments;
  return entries.map((entry) => ({ kind: 'entry', lane: item.lane, entry }));
}

/** The item before (-1) or after (+1) another one in its row. */
export function neighbour(model: TimelineModel, item: Item, step: -1 | 1): Item | undefined {
  const all = neighbours(model, item);
  const place = all.findIndex((each) => idOf(each) === idOf(item));
  return all[place + step];
}

function idOf(item: Item): string {
  if (item.kind === 'entry') return item.entry.id;
  if (item.kind === 'splice') return item.splice.id;
  return item.kind === 'message' ? item.message.messageId : item.finding.id;
}

function nearest(model: TimelineModel, row: Row, atMs: number): Item | undefined {
  if (row === 'message') {
    return messageItem(
      model,
      Math.max(
        0,
        lastAt(model.messages, (each) => each.loadTime, atMs),
      ),
    );
  }
  if (row === 'finding') {
    const place = Math.max(
      0,
      lastAt(model.findings, ({ at }) => at, atMs),
    );
    const finding = model.findings[place];
    return finding && { kind: 'finding', finding };
  }
  if (row === 'splice') {
    const place = lastAt(model.splices, ({ at }) => at, atMs);
    const splice = model.splices[Math.max(0, place)];
    return splice && { kind: 'splice', splice };
  }
  const entry = entryAt(model.lanes[row].segments, atMs, Number.POSITIVE_INFINITY);
  return entryItem(row, entry);
}

/** The item of the next row that has any, at the same time. */
function otherRow(model: TimelineModel, item: Item, step: -1 | 1): Item | undefined {
  const { startMs, endMs } = itemSpan(item);
  let place = rows.indexOf(rowOf(item)) + step;
  for (; place >= 0 && place < rows.length; place += step) {
    const row = rows[place];
    const found = row && nearest(model, row, (startMs + endMs) / 2);
    if (found !== undefined) return found;
  }
  return;
}

/** Where the arrows begin: the newest segment of the output, else of the source. */
function start(model: TimelineModel, atMs: number): Item | undefined {
  return (
    entryItem('output', lastBefore(model, 'output', atMs)) ??
    entryItem('source', lastBefore(model, 'source', atMs))
  );
}
const lastBefore = (model: TimelineModel, lane: MonitoringLane, atMs: number) => {
  const { segments } = model.lanes[lane];
  return segments[
    Math.max(
      0,
      lastAt(segments, (entry) => entry.start, atMs),
    )
  ];
};

function findingBeside(model: TimelineModel, atMs: number, step: -1 | 1): Item | undefined {
  const finding =
    step === 1
      ? model.findings.find(({ at }) => at > atMs)
      : model.findings.findLast(({ at }) => at < atMs);
  return finding && { kind: 'finding', finding };
}

const selected = (item: Item | undefined): KeyAction | undefined =>
  item && { kind: 'select', item };

/** @returns undefined for a key without an effect here, which is left to the browser */
export function keyAction(
  model: TimelineModel,
  view: View,
  current: Item | undefined,
  { key, shiftKey, withModifier }: KeyPress,
): KeyAction | undefined {
  if (withModifier) return;
  const { maxTimeMs } = model;
  const aroundMs = current ? itemSpan(current).startMs : zoomCentre(view, maxTimeMs);
  const walk = (step: -1 | 1) =>
    current ? neighbour(model, current, step) : start(model, view.toMs);
  const shown = (next: View): KeyAction => ({ kind: 'view', view: next });
  const move = (step: -1 | 1) => shown(moveView(view, (step * spanOf(view)) / 4, maxTimeMs));
  const actions: Readonly<Record<string, () => KeyAction | undefined>> = {
    arrowleft: () => (shiftKey ? move(-1) : selected(walk(-1))),
    arrowright: () => (shiftKey ? move(1) : selected(walk(1))),
    arrowup: () => selected(current ? otherRow(model, current, -1) : start(model, view.toMs)),
    arrowdown: () => selected(current ? otherRow(model, current, 1) : start(model, view.toMs)),
    n: () => selected(findingBeside(model, current ? aroundMs : view.fromMs, 1)),
    p: () => selected(findingBeside(model, current ? aroundMs : view.toMs, -1)),
    '+': () => shown(zoomView(view, 1 / 2, aroundMs, maxTimeMs)),
    '=': () => shown(zoomView(view, 1 / 2, aroundMs, maxTimeMs)),
    '-': () => shown(zoomView(view, 2, aroundMs, maxTimeMs)),
    '0': () => shown(wholeView(maxTimeMs)),
    pageup: () => move(-1),
    pagedown: () => move(1),
    home: () => shown(moveView(view, -2 * spanOf(wholeView(maxTimeMs)), maxTimeMs)),
    end: () => shown(liveView(view, maxTimeMs)),
    f: () => ({ kind: 'follow' }),
    enter: () => (current ? { kind: 'open' } : undefined),
    escape: () => (current ? { kind: 'clear' } : undefined),
  };
  const name = key.toLowerCase();
  return Object.hasOwn(actions, name) ? actions[name]?.() : undefined;
}
