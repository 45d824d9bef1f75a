/** Takes out of a map what was entered first, until it has `most` entries. */
export function keepNewest(map: Map<string, unknown>, most: number): void {
  for (const oldest of map.keys()) {
    if (map.size <= most) {
      return;
    }
    map.delete(oldest);
  }
}
