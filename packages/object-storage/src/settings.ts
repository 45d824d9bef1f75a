/** Settings of a system, which come as JSON. */
export type Settings = Readonly<Record<string, unknown>>;

/** Without blanks around it; empty when it is none. */
export function textOf(settings: Settings, name: string): string {
  const value = settings[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** `/a/b` to `a/b/`; empty stays empty. */
export function folderOf(text: string): string {
  const plain = text.replace(/^\/+|\/+$/g, '');
  return plain === '' ? '' : `${plain}/`;
}
