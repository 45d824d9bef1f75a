import { archiveKills } from './archive-kills.suite.ts';

archiveKills(9);
