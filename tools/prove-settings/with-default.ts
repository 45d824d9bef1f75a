import { settingAround } from '@interlude/contract';

/** Replacements for settings without a default. */
const required: Readonly<Record<string, unknown>> = {
  name: 'A channel without a name',
  sourceManifestUrl: 'http://127.0.0.1:9/no-source.m3u8',
};

/** The channel with the default at a path, e.g. `adSource.url`; unchanged for an empty path. */
export function withDefaultAt<Settings extends object>(settings: Settings, path: string): Settings {
  if (path === '') return settings;
  const value = path in required ? required[path] : settingAround(path)?.schema.parse(undefined);
  return replaced(settings, path.split('.'), value) as Settings;
}

/** A copy; where an object on the way is missing, the setting is at its default already. */
function replaced(
  object: object,
  [name = '', ...below]: readonly string[],
  value: unknown,
): object {
  const inner: unknown = Reflect.get(object, name);
  if (below.length === 0) return { ...object, [name]: value };
  return typeof inner === 'object' && inner !== null
    ? { ...object, [name]: replaced(inner, below, value) }
    : object;
}
