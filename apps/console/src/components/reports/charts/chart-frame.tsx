/**
 * A canvas of ECharts in the theme of the page. Arrow keys step through its points, and each is said as a sentence; the
 * table of the card has the same figures.
 */
import type { ChartColours } from '@interlude/reporting/charts';
import { useComputedColorScheme } from '@mantine/core';
import type { ECharts, EChartsCoreOption } from 'echarts/core';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { chartColours } from './chart-colours.ts';
import { pointByKey } from './chart-keys.ts';
import { chartResizeMs, debounced } from './debounce.ts';
import { init } from './echarts-parts.ts';

export interface ChartFrameProps {
  /** Accessible name: the title of the card. */
  readonly label: string;
  /** Must be the same function until the figures change: a new one rebuilds the chart. */
  readonly option: (colours: ChartColours) => EChartsCoreOption;
  /** Number of points that the arrow keys step through. */
  readonly points: number;
  readonly sentence: (index: number) => string;
  /** The tooltip of a point, as an element: names in it are never markup. */
  readonly tip?: ((index: number, colours: ChartColours) => HTMLElement) | undefined;
  /** Called for a click on a point, and for Enter on the point that was said last. */
  readonly onOpen?: ((index: number) => void) | undefined;
  /** Receives the chart, from which the card makes its picture. */
  readonly chart?: RefObject<ECharts | undefined> | undefined;
}

export function ChartFrame(props: ChartFrameProps) {
  const { label, option, points, sentence, tip, chart, onOpen } = props;
  const scheme = useComputedColorScheme('light');
  const element = useRef<HTMLDivElement>(null);
  const made = useRef<ECharts>(undefined);
  const [said, setSaid] = useState('');
  const place = useRef(-1);
  // In a ref, so that a new callback does not rebuild the chart.
  const open = useRef(onOpen);
  open.current = onOpen;
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const colours = chartColours(box, scheme);
    const instance = init(box);
    instance.setOption({ ...option(colours), ...(tip && { tooltip: tooltip(tip, colours) }) });
    instance.on('click', ({ dataIndex }) => open.current?.(dataIndex));
    made.current = instance;
    if (chart) chart.current = instance;
    const resize = debounced(() => instance.resize(), chartResizeMs);
    const watcher = new ResizeObserver(resize.call);
    watcher.observe(box);
    return () => {
      watcher.disconnect();
      resize.stop();
      instance.dispose();
      made.current = undefined;
      if (chart) chart.current = undefined;
    };
  }, [option, tip, scheme, chart]);
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && place.current >= 0 && onOpen) {
      // The dialog that opens takes the focus at once: the key would press its first button.
      event.preventDefault();
      return onOpen(place.current);
    }
    const next = pointByKey(event.key, place.current, points);
    if (next === undefined) return;
    event.preventDefault();
    place.current = next;
    setSaid(sentence(next));
    made.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: next });
  };
  return (
    <>
      {/** biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys step through its points */}
      <div className="chart-frame" role="img" aria-label={label} tabIndex={0} onKeyDown={press}>
        <div ref={element} className="chart-canvas" />
      </div>
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </>
  );
}

function tooltip(
  tip: (index: number, colours: ChartColours) => HTMLElement,
  colours: ChartColours,
): EChartsCoreOption {
  return {
    trigger: 'axis',
    confine: true,
    transitionDuration: 0,
    backgroundColor: colours.surface,
    borderColor: colours.line,
    textStyle: { color: colours.text, fontSize: 12, fontFamily: colours.font },
    axisPointer: { lineStyle: { color: colours.dimmed }, z: 0 },
    formatter: (shown: { dataIndex: number }[]) => tip(shown[0]?.dataIndex ?? 0, colours),
  };
}
