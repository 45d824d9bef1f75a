/**
 * The canvas of the timeline with mouse, touch and keyboard. What it shows and does is decided by pure functions. To
 * screen readers it is a slider over the items, whose value is the selected one in words.
 */
import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { t } from '../../../texts/t.ts';
import { readPalette } from './colours.ts';
import { axisText, itemText, summaryText } from './describe.ts';
import type { TimelineModel } from './entries.ts';
import {
  moveView,
  spanOf,
  timeAt,
  timelineHeight,
  type View,
  wholeView,
  zoomView,
} from './geometry.ts';
import { hitTest } from './hit.ts';
import { type Item, itemKey, itemSpan } from './item.ts';
import { type KeyAction, keyAction } from './keys.ts';
import { paint } from './paint.ts';
import { timelineShapes } from './timeline-shapes.ts';
import { useDrawnPictures } from './use-drawn-pictures.ts';

interface TimelineCanvasProps {
  readonly channelId: string;
  readonly model: TimelineModel;
  readonly view: View;
  readonly selected: Item | undefined;
  readonly onSelect: (item: Item | undefined) => void;
  readonly onHover: (item: Item | undefined) => void;
  readonly onView: (view: View) => void;
  readonly onKey: (action: KeyAction) => void;
}

/** px that the pointer may move within a click. */
const clickPx = 4;
/** Zoom of one step of a wheel, which scrolls about 100 px. */
const zoomPerPx = 1.0022;

/** Width of an element, px; 0 until it is measured. */
function useWidth(element: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** True once the fonts of the page are loaded: text drawn earlier is in another face. */
function useFontsLoaded(): boolean {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    void document.fonts?.ready.then(() => setLoaded(true));
  }, []);
  return loaded;
}

/** Zooms with the wheel, moves with a sideways wheel or Shift. A listener that may keep the page from scrolling. */
function useWheel(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  props: TimelineCanvasProps,
  width: number,
) {
  const latest = useRef({ props, width });
  useEffect(() => {
    latest.current = { props, width };
  });
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const turn = (event: WheelEvent) => {
      event.preventDefault();
      const { props: now, width: wide } = latest.current;
      const { view, model, onView } = now;
      const sideways = event.shiftKey ? event.deltaY : event.deltaX;
      if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) {
        onView(moveView(view, (sideways / wide) * spanOf(view), model.maxTimeMs));
        return;
      }
      const aroundMs = timeAt(event.offsetX, view, wide);
      onView(zoomView(view, zoomPerPx ** event.deltaY, aroundMs, model.maxTimeMs));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [canvas]);
}

interface Drag {
  readonly pointerId: number;
  readonly fromX: number;
  readonly view: View;
  readonly isMoved: boolean;
}

export function TimelineCanvas(props: TimelineCanvasProps) {
  const { channelId, model, view, selected, onSelect, onHover, onView, onKey } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hovered, setHovered] = useState<Item | undefined>(undefined);
  const [drag, setDrag] = useState<Drag | undefined>(undefined);
  const width = useWidth(canvas);
  const fontsLoaded = useFontsLoaded();
  const colorScheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const height = timelineHeight(model.protocol);
  useWheel(canvas, props, width);
  const shapes = useMemo(
    () => timelineShapes({ model, view, width, selected, hovered, timeText: axisText }),
    [model, view, width, selected, hovered],
  );
  const pictures = useDrawnPictures(channelId, shapes);
  // biome-ignore lint/correctness/useExhaustiveDependencies: theme and fonts change what is read from the page
  useEffect(() => {
    if (canvas.current === null || width === 0) return;
    const ratio = globalThis.devicePixelRatio || 1;
    const font = getComputedStyle(canvas.current).fontFamily;
    const palette = readPalette(canvas.current);
    paint(canvas.current, { width, height, ratio }, shapes, { palette, pictures, font });
  }, [shapes, pictures, width, height, colorScheme, fontsLoaded]);

  const whole = wholeView(model.maxTimeMs);
  const pointAt = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const hover = (item: Item | undefined) => {
    if (hovered !== undefined && item !== undefined && itemKey(hovered) === itemKey(item)) return;
    setHovered(item);
    onHover(item);
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    setDrag({ pointerId: event.pointerId, fromX: pointAt(event).x, view, isMoved: false });
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const point = pointAt(event);
    if (drag === undefined || drag.pointerId !== event.pointerId) {
      hover(hitTest(model, view, width, point));
      return;
    }
    const byPx = point.x - drag.fromX;
    if (!drag.isMoved && Math.abs(byPx) <= clickPx) return;
    if (!drag.isMoved) event.currentTarget.setPointerCapture(event.pointerId);
    setDrag({ ...drag, isMoved: true });
    onView(moveView(drag.view, (-byPx / width) * spanOf(view), model.maxTimeMs));
  };
  const release = (event: PointerEvent<HTMLDivElement>) => {
    if (drag !== undefined && !drag.isMoved) onSelect(hitTest(model, view, width, pointAt(event)));
    setDrag(undefined);
  };
  const pressKey = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    const withModifier = altKey || ctrlKey || metaKey;
    const action = keyAction(model, view, selected, { key, shiftKey, withModifier });
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onKey(action);
  };
  return (
    <div
      className="timeline-stage"
      style={{ height }}
      data-dragging={drag?.isMoved || undefined}
      tabIndex={0}
      role="slider"
      aria-roledescription={t('timeline')}
      aria-label={t('Timeline')}
      aria-valuemin={Math.round(whole.fromMs / 1_000)}
      aria-valuemax={Math.round(whole.toMs / 1_000)}
      aria-valuenow={Math.round((selected ? itemSpan(selected).startMs : whole.toMs) / 1_000)}
      aria-valuetext={selected ? itemText(selected) : summaryText(model)}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onPointerCancel={() => setDrag(undefined)}
      onPointerLeave={() => hover(undefined)}
      onKeyDown={pressKey}
    >
      <canvas ref={canvas} className="timeline-canvas" style={{ height }} />
    </div>
  );
}
