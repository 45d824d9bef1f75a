import { killsSuite } from './kills.suite.ts';

killsSuite(5);
