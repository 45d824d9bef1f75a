import { spoolKillsSuite } from './spool-kills.suite.ts';

// SPOOL_KILLS=200 takes some minutes.
spoolKillsSuite(Number(process.env['SPOOL_KILLS'] ?? 20));
