/** Settings of a system, which come as JSON. */
export type Settings = Readonly<Record<string, unknown>>;

/** A setting as trimmed text; empty when it is not a text. */
export function textOf(settings: Settings, name: string): string {
  const value = settings[name];
  return typeof value === 'string' ? value.trim() : '';
}

/** `/a/b` to `a/b/`; empty stays empty. */
export function folderOf(text: string): string {
  const plain = text.replace(/^\/+|\/+$/g, '');
  return plain === '' ? '' : `${plain}/`;
}
