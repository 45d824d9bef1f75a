import { crashSuite } from './crash.suite.ts';

// CRASH_ROUNDS=100 takes a quarter of an hour.
crashSuite(Number(process.env['CRASH_ROUNDS'] ?? 8));
