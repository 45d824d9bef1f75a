import { oracleSuite } from './oracle.suite.ts';

// Three companies in two seasons: ten million events.
oracleSuite(1_700_000);
