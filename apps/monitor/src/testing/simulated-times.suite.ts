/** Times of the simulated source, in segments. */
export const segmentMs = 4_000;
export const windowSegments = 10;
/** Segments from the start of one break to that of the next, and of a break. */
export const cycle = 30;
export const breakSegments = 4;
