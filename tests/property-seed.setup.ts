/**
 * Property tests of `npm test` begin from one seed, so the same code gives the same verdict on every machine.
 * `FC_SEED=<number>` takes another, `FC_SEED=random` one of the moment, as `npm run test:full` does; fast-check
 * prints the seed of a failure. A counterexample is made smaller for two minutes at most: vitest cannot interrupt it.
 */
import fc from 'fast-check';

const given = process.env['FC_SEED'];
const seed = given === undefined ? 20_261_122 : Number(given);

fc.configureGlobal({
  ...(given !== 'random' && { seed }),
  interruptAfterTimeLimit: 120_000,
  markInterruptAsFailure: true,
});
