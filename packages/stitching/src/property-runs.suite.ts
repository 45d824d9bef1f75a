/**
 * Runs of a property of whole sessions: a quarter of them in `npm test`, all in the stage `properties` of `npm run
 * test:full` (PROPERTY_RUNS=all). The runs of one seed are the same in both, as far as they go.
 */
export const propertyRuns = (all: number): number =>
  process.env['PROPERTY_RUNS'] === 'all' ? all : Math.ceil(all / 4);
