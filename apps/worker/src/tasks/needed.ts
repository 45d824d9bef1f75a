/** What an earlier task gave. The catalogue of tasks refuses workflows in another order, so it is there. */
export function needed<T>(good: T | undefined, name: string): T {
  if (good === undefined) throw new TypeError(`no earlier task gave ${name}`);
  return good;
}
