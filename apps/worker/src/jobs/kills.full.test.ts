import { killsSuite } from './kills.suite.ts';

killsSuite({ kills: 20, jobs: 10, seconds: 20 });
