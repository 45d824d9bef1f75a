import { killsSuite } from './kills.suite.ts';

killsSuite({ kills: 3, jobs: 3, seconds: 10 });
