import { it } from 'vitest';
import { labPages } from './testing/lab-pages.suite.ts';

const pages = labPages();

it("axe finds nothing and nothing overflows on the lab's pages, dark on a large screen, light on a phone", () =>
  pages.expectAccessiblePages([
    ['dark', 1_600],
    ['light', 390],
  ]));
