import { oracleSuite } from './oracle.suite.ts';

oracleSuite(500, true);
