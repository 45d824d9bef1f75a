/** The shapes of the world (Natural Earth 1:110m by world-atlas) and the parts of ECharts that draw them. */
import { geoNaturalEarth1 } from 'd3-geo';
import { MapChart } from 'echarts/charts';
import { GeoComponent, VisualMapContinuousComponent } from 'echarts/components';
import { registerMap, use } from 'echarts/core';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import atlas from 'world-atlas/countries-110m.json';

type Countries = GeometryCollection<{ name: string }>;
const topology = atlas as unknown as Topology<{ countries: Countries }>;

use([MapChart, GeoComponent, VisualMapContinuousComponent]);

const { features } = feature(topology, topology.objects.countries);
/** Without Antarctica, which would take a third of the card. */
const shapes = features
  .filter(({ properties }) => properties.name !== 'Antarctica')
  .map((shape) => ({ ...shape, properties: { ...shape.properties, iso: String(shape.id) } }));

registerMap('world', { type: 'FeatureCollection', features: shapes } as never);

/** ISO 3166-1 numeric codes of the countries that have a shape: very small ones have none at this scale. */
export const shapeCodes: ReadonlySet<string> = new Set(shapes.map(({ id }) => String(id)));

const naturalEarth = geoNaturalEarth1();
/** `stream` cuts shapes at the antimeridian; without it a line crosses the map. */
export const worldProjection = {
  project: (point: number[]) => naturalEarth([point[0] ?? 0, point[1] ?? 0]) ?? [0, 0],
  unproject: (point: number[]) => naturalEarth.invert?.([point[0] ?? 0, point[1] ?? 0]) ?? [0, 0],
  stream: naturalEarth.stream,
};
