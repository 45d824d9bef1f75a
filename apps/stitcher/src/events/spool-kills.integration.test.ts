import { spoolKillsSuite } from './spool-kills.suite.ts';

spoolKillsSuite(3);
