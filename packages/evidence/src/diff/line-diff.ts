/**
 * Changed lines between two manifests, in unified form.
 * @see E. W. Myers, An O(ND) Difference Algorithm and Its Variations, Algorithmica 1, 1986
 */

/** Lines that are gone or new; beyond it a part is shown as replaced as a whole. */
const maxChanges = 600;
const context = 2;

type Lines = readonly string[];

/** Furthest places by diagonal, for each number of changes; undefined when there are too many. */
function furthestPlaces(before: Lines, after: Lines): Int32Array[] | undefined {
  const most = Math.min(maxChanges, before.length + after.length);
  const places = new Int32Array(2 * most + 3);
  const centre = most + 1;
  const trace: Int32Array[] = [];
  for (let changes = 0; changes <= most; changes += 1) {
    trace.push(places.slice());
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      let x = stepTo(places, centre, diagonal, changes);
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal])
        x += 1;
      places[centre + diagonal] = x;
      if (x >= before.length && x - diagonal >= after.length) return trace;
    }
  }
  return undefined;
}

const isDown = (places: Int32Array, centre: number, diagonal: number, changes: number) =>
  diagonal === -changes ||
  (diagonal !== changes &&
    (places[centre + diagonal - 1] ?? 0) < (places[centre + diagonal + 1] ?? 0));

const stepTo = (places: Int32Array, centre: number, diagonal: number, changes: number) =>
  isDown(places, centre, diagonal, changes)
    ? (places[centre + diagonal + 1] ?? 0)
    : (places[centre + diagonal - 1] ?? 0) + 1;

/** The way back from the ends of both, last line first. */
function wayBack(before: Lines, after: Lines, trace: readonly Int32Array[]): string[] {
  const centre = Math.min(maxChanges, before.length + after.length) + 1;
  const lines: string[] = [];
  let x = before.length;
  let y = after.length;
  const goBack = (fromX: number, fromY: number) => {
    for (; x > fromX && y > fromY; y -= 1) {
      x -= 1;
      lines.push(` ${before[x]}`);
    }
  };
  for (let changes = trace.length - 1; changes > 0; changes -= 1) {
    const places = trace[changes] ?? new Int32Array();
    const down = isDown(places, centre, x - y, changes);
    const diagonal = x - y + (down ? 1 : -1);
    const fromX = places[centre + diagonal] ?? 0;
    const fromY = fromX - diagonal;
    goBack(fromX, fromY);
    lines.push(down ? `+${after[fromY]}` : `-${before[fromX]}`);
    x = fromX;
    y = fromY;
  }
  goBack(0, 0);
  return lines;
}

/** ` same`, `-gone`, `+new`. */
function changedLines(before: Lines, after: Lines): string[] {
  const trace = furthestPlaces(before, after);
  return trace === undefined
    ? [...before.map((line) => `-${line}`), ...after.map((line) => `+${line}`)]
    : wayBack(before, after, trace).toReversed();
}

/**
 * @returns changed lines with two around them, `…` for what is left out; empty when nothing changed
 */
export function lineDiff(before: string, after: string): string {
  if (before === after) return '';
  const lines = changedLines(before.split('\n'), after.split('\n'));
  const isNear = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some((line) => !line.startsWith(' ')),
  );
  const shown = lines.flatMap((line, at) => {
    if (isNear[at]) return [line];
    return at === 0 || isNear[at - 1] ? ['…'] : [];
  });
  return `${shown.join('\n')}\n`;
}
