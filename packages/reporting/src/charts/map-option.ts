/** The map of countries, shaded by their figure (REP-024), as options of ECharts. Pure. */
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColours } from './chart-colours.ts';
import { figureText } from './figures.ts';
import type { MapModel } from './map-model.ts';

/** The zoom of the map stays within these (REP-025). */
export const mapZoom = { min: 1, max: 100 } as const;

export function clampZoom(zoom: number): number {
  return Math.max(mapZoom.min, Math.min(mapZoom.max, zoom));
}

interface Projection {
  readonly project: (point: number[]) => number[];
  readonly unproject: (point: number[]) => number[];
}

export function mapOption(
  model: MapModel,
  projection: Projection,
  colours: ChartColours,
): EChartsCoreOption {
  const most = Math.max(1, ...model.countries.map(({ value }) => value ?? 0));
  return {
    animation: false,
    textStyle: { fontFamily: colours.font },
    visualMap: {
      type: 'continuous',
      ...{ min: 0, max: most, calculable: false, orient: 'horizontal' },
      ...{ left: 12, bottom: 8, itemWidth: 8, itemHeight: 120 },
      text: [figureText(most, model.unit), '0'],
      textStyle: { color: colours.dimmed, fontSize: 11 },
      inRange: { color: [colours.mapLeast, colours.mapMost] },
    },
    series: [
      {
        type: 'map',
        map: 'world',
        name: model.title,
        nameProperty: 'iso',
        ...{ left: 8, right: 8, top: 8, bottom: 24 },
        roam: true,
        scaleLimit: mapZoom,
        projection,
        select: { disabled: true },
        itemStyle: {
          areaColor: colours.mapEmpty,
          borderColor: colours.surface,
          borderWidth: 0.5,
        },
        emphasis: {
          label: { show: false },
          itemStyle: { areaColor: colours.compare },
        },
        data: model.countries
          .filter(({ value }) => value !== null)
          .map(({ isocode, value }) => ({ name: isocode, value })),
      },
    ],
  };
}
