/**
 * How often a property of whole sessions is tried: a quarter of its runs in `npm test`, all of them in the stage `properties`
 * of `npm run test:full` (PROPERTY_RUNS=all). The runs of one seed are the same in both, as far as they go.
 */
export const propertyRuns = (all: number): number =>
  process.env['PROPERTY_RUNS'] === 'all' ? all : Math.ceil(all / 4);
