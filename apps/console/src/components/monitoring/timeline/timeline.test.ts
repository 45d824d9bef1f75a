/** The timeline as values: geometry, layout, hit testing and keys. */
import { monitoringWindowSeconds } from '@interlude/contract';
import { describe, expect, it } from 'vitest';
import {
  dashTimeline,
  hlsSegment,
  hlsTimeline,
  monitoredFromMs,
  monitoringFindings,
  monitoringMessages,
  monitoringSplices,
  segmentSeconds,
} from '../../../testing/monitoring.suite.ts';
import { itemText } from './describe.ts';
import { endOf, filledBreaks, runsOf, signalledBreaks, timelineModel } from './entries.ts';
import {
  clampView,
  eventSeconds,
  headerHeight,
  laneGap,
  laneHeight,
  laneTop,
  liveView,
  minViewSeconds,
  moveView,
  paddingSeconds,
  spanOf,
  ticksOf,
  timeAt,
  timelineHeight,
  viewShowing,
  wholeView,
  windowSeconds,
  xOf,
  zoomView,
} from './geometry.ts';
import { hitTest } from './hit.ts';
import { findItem, type Item, itemKey } from './item.ts';
import { type KeyAction, keyAction } from './keys.ts';
import type { Shape } from './shape.ts';
import { timelineRows } from './timeline-rows.ts';
import { pinGroups, timelineShapes } from './timeline-shapes.ts';

const hls = timelineModel({
  protocol: 'hls',
  timeline: hlsTimeline(),
  messages: monitoringMessages,
  findings: monitoringFindings,
  splices: monitoringSplices,
});
const dash = timelineModel({
  protocol: 'dash',
  timeline: dashTimeline(),
  messages: [],
  findings: [],
});
const width = 1_210;
const whole = wholeView(hls.maxTimeMs);
const at = (seconds: number) => monitoredFromMs + seconds * 1_000;
const rects = (shapes: readonly Shape[]) => shapes.filter((shape) => shape.kind === 'rect');
const draw = (model: typeof hls, selected?: Item) =>
  timelineShapes({
    ...{ model, view: whole, width, selected, hovered: undefined },
    timeText: String,
  });

describe('the geometry', () => {
  it('MON-002 MON-011 shows 1200 s up to the newest entry and 10 s behind it', () => {
    expect(windowSeconds).toBe(monitoringWindowSeconds);
    expect([windowSeconds, paddingSeconds]).toEqual([1_200, 10]);
    expect(hls.maxTimeMs - whole.fromMs).toBe(1_200_000);
    expect(whole.toMs - hls.maxTimeMs).toBe(10_000);
  });

  it('MON-003 MON-010 MON-013 has the source lane above the output lane, 100 high with a gap of 30', () => {
    expect([laneHeight, laneGap, headerHeight]).toEqual([100, 30, { hls: 64, dash: 60 }]);
    expect([laneTop('source', 'hls'), laneTop('output', 'hls')]).toEqual([64, 194]);
    expect([laneTop('source', 'dash'), laneTop('output', 'dash')]).toEqual([60, 190]);
    expect([timelineHeight('hls'), timelineHeight('dash')]).toEqual([294, 290]);
  });

  it('turns times into px and back', () => {
    expect(xOf(whole.fromMs, whole, width)).toBe(0);
    expect(xOf(hls.maxTimeMs, whole, width)).toBeCloseTo(1_200);
    expect(timeAt(1_200, whole, width)).toBeCloseTo(hls.maxTimeMs, 1);
  });

  it('zooms around a moment that keeps its place, no closer than 10 s and no wider than the window', () => {
    const near = zoomView(whole, 0.25, at(0), hls.maxTimeMs);
    expect(spanOf(near)).toBeCloseTo(spanOf(whole) / 4);
    expect(xOf(at(0), near, width)).toBeCloseTo(xOf(at(0), whole, width));
    expect(spanOf(zoomView(near, 1e-9, at(0), hls.maxTimeMs))).toBeCloseTo(
      minViewSeconds * 1_000,
      1,
    );
    expect(zoomView(near, 1e9, at(0), hls.maxTimeMs)).toEqual(whole);
  });

  it('never leaves the window, whatever is asked for', () => {
    const near = clampView({ fromMs: at(-5_000), toMs: at(-4_900) }, hls.maxTimeMs);
    expect(near).toEqual({ fromMs: whole.fromMs, toMs: whole.fromMs + 100_000 });
    expect(moveView(near, 1e12, hls.maxTimeMs).toMs).toBe(whole.toMs);
    expect(liveView(near, hls.maxTimeMs)).toEqual({
      fromMs: whole.toMs - 100_000,
      toMs: whole.toMs,
    });
  });

  it('moves no further than needed to show a time', () => {
    const near = { fromMs: at(0), toMs: at(20) };
    expect(viewShowing(near, at(4), at(8), hls.maxTimeMs)).toBe(near);
    expect(viewShowing(near, at(40), at(44), hls.maxTimeMs)).toEqual({
      fromMs: at(26),
      toMs: at(46),
    });
    expect(viewShowing(near, at(-40), at(-36), hls.maxTimeMs).fromMs).toBe(at(-42));
  });

  it('labels the axis at round moments with room in between', () => {
    for (const wide of [390, 1_600]) {
      const ticks = ticksOf(whole, wide);
      const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
      expect((step / spanOf(whole)) * wide).toBeGreaterThanOrEqual(84);
      expect(ticks.every((tick) => tick % step === 0)).toBe(true);
    }
  });
});

describe('the lanes', () => {
  it('join neighbours of one kind and creative, and break at a gap', () => {
    expect(hls.runs.output.map(({ kind, ad, first, end }) => [kind, ad, first, end])).toEqual([
      ['content', '', 0, 10],
      ['ad', 'soap', 10, 11],
      ['ad', 'tea', 11, 12],
      ['slate', 'slate', 12, 13],
      ['content', '', 13, 20],
    ]);
    expect(runsOf([hlsSegment(0), hlsSegment(2)])).toHaveLength(2);
    expect(
      runsOf([hlsSegment(0), hlsSegment(1, { start: hlsSegment(1).start + 40 })]),
    ).toHaveLength(1);
  });

  it('tell the signalled break from what filled it', () => {
    expect(hls.signalled).toEqual([{ startMs: at(40), endMs: at(52), isClosed: true }]);
    expect(hls.filled).toEqual([{ startMs: at(40), endMs: at(52), isClosed: true }]);
    const open = [hlsSegment(0), hlsSegment(1, { cueOut: 'CUE-OUT' }), hlsSegment(2)];
    expect(signalledBreaks(open)).toEqual([{ startMs: at(4), endMs: at(12), isClosed: false }]);
    const running = [hlsSegment(0, { cueOutCont: 'CONT' }), hlsSegment(1, { cueIn: 'IN' })];
    expect(signalledBreaks(running)).toEqual([{ startMs: at(0), endMs: at(4), isClosed: true }]);
    expect(filledBreaks([])).toEqual([]);
  });

  it('give each creative its shade in the order of appearance, and hatch slate', () => {
    expect(hls.creatives).toEqual(['soap', 'tea']);
    const output = rects(draw(hls)).filter(({ y }) => y === laneTop('output', 'hls'));
    const fills = output.map(({ fill, hatched }) => (hatched ? `${fill} hatched` : fill));
    expect(fills).toEqual(['lane', 'content', 'content', 'ad0', 'ad1', 'slate hatched']);
  });

  it('MON-010 draw segments from the top of their lane to its bottom', () => {
    const content = rects(draw(hls)).filter(({ fill }) => fill === 'content');
    expect(content.map(({ y, height }) => [y, height])).toEqual([
      [64, 100],
      [194, 100],
      [194, 100],
    ]);
    expect(content[0]).toMatchObject({ x: xOf(at(0), whole, width), width: expect.closeTo(80) });
  });

  it('draw ads and gaps so wide that they are seen on a phone', () => {
    const timeline = hlsTimeline();
    timeline.values[1]?.splice(15, 1);
    const model = timelineModel({ protocol: 'hls', timeline, messages: [], findings: [] });
    const shapes = timelineShapes({
      ...{ model, view: whole, width: 200, selected: undefined, hovered: undefined },
      timeText: String,
    });
    const narrow = rects(shapes).filter(({ fill }) => ['ad0', 'ad1', 'bad'].includes(fill));
    expect(narrow.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...narrow.map((shape) => shape.width))).toBeGreaterThanOrEqual(2);
  });

  it('MON-012 draw a DASH event 20 s wide', () => {
    expect(eventSeconds).toBe(20);
    const [event] = dash.lanes.source.events;
    expect(event && endOf(event) - event.start).toBe(20_000);
    const drawn = rects(draw(dash)).filter(({ fill }) => fill === 'event');
    expect(drawn.map((shape) => [shape.x, shape.width])).toEqual([
      [xOf(at(40), whole, width), expect.closeTo(eventSeconds)],
      [xOf(at(40), whole, width), expect.closeTo(eventSeconds)],
    ]);
  });
});

describe('the row of breaks', () => {
  const labels = (timeline: ReturnType<typeof hlsTimeline>) => {
    const model = timelineModel({ protocol: 'hls', timeline, messages: [], findings: [] });
    return draw(model).flatMap((shape) =>
      shape.kind === 'text' && shape.text.endsWith(' s') ? shape.text : [],
    );
  };

  it('says how long a break is, and what less or more filled it', () => {
    expect(labels(hlsTimeline())).toEqual(['12 s']);
    const short = hlsTimeline();
    const slate = short.values[1]?.[12];
    if (slate) short.values[1]?.splice(12, 1, { ...slate, kind: 'content', ad: '' });
    expect(labels(short)).toEqual(['12 → 8 s']);
  });

  it('says nothing of the output before that was seen', () => {
    const behind = hlsTimeline();
    behind.values[1]?.splice(11);
    expect(labels(behind)).toEqual(['12 s']);
  });
});

describe('findings', () => {
  it('are pins whose lines span both lanes', () => {
    const lines = draw(hls).filter((shape) => shape.kind === 'line' && shape.stroke === 'bad');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ x: xOf(at(48), whole, width), toY: timelineHeight('hls') });
    const pins = draw(hls).filter((shape) => shape.kind === 'pin');
    expect(pins.map(({ severity, isOpen }) => [severity, isOpen])).toEqual([
      ['warning', false],
      ['error', true],
    ]);
  });

  it('that stand close together share a pin', () => {
    expect(
      pinGroups(hls.findings, { view: whole, width: 200 }).map(({ length }) => length),
    ).toEqual([2]);
    expect(pinGroups(hls.findings, { view: whole, width: 1_210 })).toHaveLength(2);
  });
});

describe('splices', () => {
  const near = { fromMs: at(20), toMs: at(80) };
  const shapesIn = (view: typeof near) =>
    timelineShapes({
      ...{ model: hls, view, width: 600, selected: undefined, hovered: undefined },
      timeText: String,
    });

  it('have a picture on each side of the output where there is room, framed when a rule is broken', () => {
    const images = shapesIn(near).filter((shape) => shape.kind === 'image');
    expect(images.map(({ picture, x, width: wide }) => [picture, x, wide])).toEqual([
      ['sp1 before', 147, 52],
      ['sp1 after', 201, 52],
    ]);
    const bottom = laneTop('output', 'hls') + laneHeight;
    expect(images.every(({ y, height }) => y + height < bottom)).toBe(true);
    const frames = shapesIn(near).filter((shape) => shape.kind === 'outline');
    expect(frames.map(({ stroke }) => stroke)).toEqual(['warn', 'warn']);
  });

  it('that were not decoded, or have no room, are marks', () => {
    const marks = rects(shapesIn(near)).filter(({ width: wide }) => wide === 5);
    expect(marks.map(({ fill }) => fill)).toEqual(['dimmed']);
  });

  it('are hit, found by their address, walked through and named', () => {
    const y = laneTop('output', 'hls') + laneHeight - 15;
    const item = hitTest(hls, near, 600, { x: 190, y });
    expect(item && itemKey(item)).toBe('splice.sp1');
    expect(findItem(hls, 'splice.sp2')).toMatchObject({ kind: 'splice' });
    expect(findItem(hls, 'splice.none')).toBeUndefined();
    const press = { shiftKey: false, withModifier: false };
    expect(item && keyAction(hls, near, item, { key: 'ArrowRight', ...press })).toMatchObject({
      item: { splice: { id: 'sp2' } },
    });
    expect(item && itemText(item)).toContain('Splice, content to ad soap');
    expect(item && itemText(item)).toContain('breaks T17, T21');
    const rows = timelineRows(hls).filter(({ where }) => where === 'Splice');
    expect(rows.map(({ what, remark }) => [what, remark])).toEqual([
      ['slate to content', 'The sampling budget of the channel, 5 % of a core, was used up.'],
      ['content to ad soap', 'breaks T17, T21'],
    ]);
  });
});

describe('a click', () => {
  const hit = (x: number, y: number, model = hls) => {
    const item = hitTest(model, whole, width, { x, y });
    return item && itemKey(item);
  };
  const x = (seconds: number) => xOf(at(seconds), whole, width);

  it('MON-004 selects the segment, the message or the finding under it', () => {
    expect(hit(x(5), 100)).toBe('source.s1');
    expect(hit(x(41), 200)).toBe('output.s10');
    expect(hit(x(60), 26)).toBe('message.m2');
    expect(hit(x(48), 52)).toBe('finding.f1');
  });

  it('between the lanes, on the axis and in a gap selects nothing', () => {
    expect([hit(x(5), 180), hit(x(5), 5), hit(x(-100), 100)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('on a lane of DASH tells Periods, segments and events apart', () => {
    expect(hit(x(45), laneTop('source', 'dash') + 5, dash)).toBe('source.main');
    expect(hit(x(45), laneTop('source', 'dash') + 50, dash)).toBe('source.s11');
    expect(hit(x(45), laneTop('source', 'dash') + 95, dash)).toBe('source.e7');
  });

  it('draws an outline around what it selected', () => {
    const outlines = draw(hls, findItem(hls, 'output.s10')).filter(
      ({ kind }) => kind === 'outline',
    );
    // The outlines of the pictures at a splice are drawn before it.
    expect(outlines.slice(2)).toMatchObject([
      { x: x(40), y: 194, width: expect.closeTo(segmentSeconds), height: 100 },
    ]);
  });

  it('finds an item by its address again, and nothing by a wrong one', () => {
    for (const key of ['source.s1', 'output.s10', 'message.m1', 'finding.f2']) {
      const item = findItem(hls, key);
      expect(item && itemKey(item)).toBe(key);
    }
    expect(['source.gone', 'other.s1', 'message.x', ''].map((key) => findItem(hls, key))).toEqual([
      ...[undefined, undefined, undefined, undefined],
    ]);
  });
});

describe('a key', () => {
  const press = (key: string, from?: string, shiftKey = false): KeyAction | undefined =>
    keyAction(hls, whole, from === undefined ? undefined : findItem(hls, from), {
      ...{ key, shiftKey, withModifier: false },
    });
  const goes = (key: string, from?: string) => {
    const action = press(key, from);
    return action?.kind === 'select' ? itemKey(action.item) : action?.kind;
  };

  it('MON-004 walks through the segments of a lane and stops at its ends', () => {
    expect(goes('ArrowRight', 'source.s1')).toBe('source.s2');
    expect(goes('ArrowLeft', 'source.s1')).toBe('source.s0');
    expect(goes('ArrowLeft', 'source.s0')).toBeUndefined();
    expect(goes('ArrowRight', 'source.s19')).toBeUndefined();
    expect(goes('ArrowLeft')).toBe('output.s19');
  });

  it('changes the row at the same time: messages, findings, source, output, splices', () => {
    expect(goes('ArrowDown', 'source.s10')).toBe('output.s10');
    expect(goes('ArrowUp', 'source.s12')).toBe('finding.f1');
    expect(goes('ArrowUp', 'finding.f1')).toBe('message.m1');
    expect(goes('ArrowDown', 'output.s10')).toBe('splice.sp1');
    expect(goes('ArrowUp', 'splice.sp1')).toBe('output.s10');
    expect(goes('ArrowDown', 'splice.sp1')).toBeUndefined();
  });

  it('goes to the next finding, opens, clears and follows', () => {
    expect(goes('n', 'finding.f2')).toBe('finding.f1');
    expect(goes('P', 'finding.f1')).toBe('finding.f2');
    expect(goes('Enter', 'source.s1')).toBe('open');
    expect([goes('Enter'), goes('Escape'), goes('Escape', 'source.s1')]).toEqual([
      ...[undefined, undefined, 'clear'],
    ]);
    expect(goes('f')).toBe('follow');
  });

  it('zooms and moves', () => {
    const near = press('+', 'source.s1');
    expect(near?.kind === 'view' && spanOf(near.view)).toBeCloseTo(spanOf(whole) / 2);
    const view = { fromMs: at(0), toMs: at(40) };
    const moved = keyAction(hls, view, undefined, {
      ...{ key: 'ArrowRight', shiftKey: true, withModifier: false },
    });
    expect(moved).toEqual({ kind: 'view', view: { fromMs: at(10), toMs: at(50) } });
    expect(press('Home')).toEqual({ kind: 'view', view: whole });
  });

  it('that belongs to the browser or means nothing is left alone', () => {
    const browser = { key: 'f', shiftKey: false, withModifier: true };
    expect(keyAction(hls, whole, undefined, browser)).toBeUndefined();
    expect([goes('x'), goes('Tab'), goes('toString')]).toEqual([undefined, undefined, undefined]);
  });
});

describe('1200 s of 2 s segments in both lanes', () => {
  it('take fewer shapes than segments at the whole window, for edges closer than 6 px are not drawn', () => {
    const source = Array.from({ length: 600 }, (_, place) =>
      hlsSegment(place, { duration: 2, start: monitoredFromMs + place * 2_000 }),
    );
    const model = timelineModel({
      protocol: 'hls',
      timeline: { ...hlsTimeline(), values: [source, source], maxTime: at(1_200) },
      ...{ messages: [], findings: [] },
    });
    const view = wholeView(at(1_200));
    const shapes = timelineShapes({
      ...{ model, view, width, selected: undefined, hovered: undefined },
      timeText: String,
    });
    expect(shapes.length).toBeLessThan(100);
  });
});
