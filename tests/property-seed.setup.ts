/**
 * Property tests of `npm test` begin from one seed, so the same code gives the same verdict on every machine.
 * `FC_SEED=<number>` sets another, `FC_SEED=random` a random one, as `npm run test:full` does; fast-check prints the
 * seed and path of a failure. A counterexample is printed as it was found: vitest cannot interrupt fast-check, and
 * shrinking it may take longer than the run. `FC_SHRINK=1` with its seed shrinks it.
 */
import fc from 'fast-check';

const given = process.env['FC_SEED'];
const seed = given === undefined ? 20_261_122 : Number(given);

fc.configureGlobal({
  ...(given !== 'random' && { seed }),
  endOnFailure: process.env['FC_SHRINK'] !== '1',
});
