/** Countries on a map that zooms by wheel, pinch and buttons (REP-025). Loaded with the shapes of the world. */
import type { ReportData } from '@interlude/contract';
import {
  type ChartColours,
  clampZoom,
  countriesWithoutShape,
  figureText,
  mapModel,
  mapOption,
} from '@interlude/reporting/charts';
import { ActionIcon } from '@mantine/core';
import { IconMinus, IconPlus, IconZoomReset } from '@tabler/icons-react';
import type { ECharts } from 'echarts/core';
import { type RefObject, useMemo } from 'react';
import { chartWord } from '../../../texts/chart-word.ts';
import { t } from '../../../texts/t.ts';
import { ChartFrame } from './chart-frame.tsx';
import { shapeCodes, worldProjection } from './world-map.ts';

export interface MapChartProps {
  readonly label: string;
  readonly main: ReportData;
  readonly chart: RefObject<ECharts | undefined>;
}

/** Factor of one click on a zoom button. */
const zoomStep = 1.6;

function currentZoom(chart: ECharts): number {
  const { series } = chart.getOption();
  const first: unknown = Array.isArray(series) ? series[0] : undefined;
  const zoom: unknown = Object(first).zoom;
  return typeof zoom === 'number' ? zoom : 1;
}

export function MapChart({ label, main, chart }: MapChartProps) {
  const drawn = useMemo(() => {
    const model = mapModel(main, chartWord);
    return {
      model,
      option: (colours: ChartColours) => ({
        ...mapOption(model, worldProjection, colours),
        tooltip: mapTooltip(model, colours),
      }),
    };
  }, [main]);
  const { model, option } = drawn;
  const zoomBy = (factor: number) => {
    const instance = chart.current;
    if (instance === undefined) return;
    const zoom = clampZoom(currentZoom(instance) * factor);
    instance.setOption({ series: [{ zoom, ...(factor === 0 && { center: null }) }] });
  };
  const ranked = model.countries.filter(({ value }) => value !== null);
  const hidden = countriesWithoutShape(model, shapeCodes);
  return (
    <>
      <ChartFrame
        {...{ label, option, chart }}
        points={ranked.length}
        sentence={(index) => {
          const country = ranked[index];
          return country ? `${country.name}: ${figureText(country.value, model.unit)}` : '';
        }}
      />
      <div className="map-zoom">
        <ActionIcon variant="default" aria-label={t('Zoom in')} onClick={() => zoomBy(zoomStep)}>
          <IconPlus size={14} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('Zoom out')}
          onClick={() => zoomBy(1 / zoomStep)}
        >
          <IconMinus size={14} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          aria-label={t('Show the whole world')}
          onClick={() => zoomBy(0)}
        >
          <IconZoomReset size={14} />
        </ActionIcon>
      </div>
      <p className="map-note dimmed">
        {hidden.length > 0 &&
          t('Not on the map, see the table: {join}{value}. ', {
            join: hidden
              .slice(0, 3)
              .map(({ name }) => name)
              .join(', '),
            value: hidden.length > 3 ? ` ${t('and {more} more', { more: hidden.length - 3 })}` : '',
          })}
        {model.attribution}
      </p>
    </>
  );
}

function mapTooltip(model: ReturnType<typeof mapModel>, colours: ChartColours) {
  const byCode = new Map(model.countries.map((country) => [country.isocode, country]));
  return {
    trigger: 'item',
    confine: true,
    transitionDuration: 0,
    backgroundColor: colours.surface,
    borderColor: colours.line,
    textStyle: { color: colours.text, fontSize: 12, fontFamily: colours.font },
    formatter: ({ name }: { name: string }) => {
      const tip = document.createElement('div');
      const country = byCode.get(name);
      tip.textContent = country
        ? `${country.name}: ${figureText(country.value, model.unit)}`
        : t('No data');
      return tip;
    },
  };
}
