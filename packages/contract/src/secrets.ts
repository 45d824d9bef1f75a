/**
 * One rule for every stored secret. The API answers it as a placeholder; a save or a test that sends the placeholder
 * back keeps it, but only while it is sent to no destination to which it was not sent before: otherwise the secret is
 * entered again. `sentTo` of a setting that is or contains a secret names the settings of its destinations.
 */

/** Answered in place of a stored secret; sent back unchanged it keeps the secret (OP-30). */
export const secretPlaceholder = '********';

export interface SecretSetting {
  readonly path: string;
  /** The text itself, the values of a record, or `user:password@` of an address. */
  readonly kind: 'text' | 'values' | 'user-info';
  /** Paths of the settings that name where it is sent. */
  readonly sentTo: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value of a setting by its path; undefined where there is none. */
export function settingValue(values: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((inner: unknown, name) => (isValues(inner) ? inner[name] : undefined), values);
}

function withValue(
  values: Values,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Values {
  const inner = values[name];
  const next = rest.length === 0 || !isValues(inner) ? value : withValue(inner, rest, value);
  return { ...values, [name]: next };
}

/**
 * @param change the new value of a secret setting; called for those alone that the values have
 * @returns a copy of `values`, of the same shape
 */
export function mapSecrets<Settings extends object>(
  secrets: readonly SecretSetting[],
  values: Settings,
  change: (secret: SecretSetting, value: unknown) => unknown,
): Settings {
  let changed: Values = Object.fromEntries(Object.entries(values));
  for (const secret of secrets) {
    const value = settingValue(changed, secret.path);
    if (value === undefined) continue;
    changed = withValue(changed, secret.path.split('.'), change(secret, value));
  }
  return changed as Settings;
}

const parsedAddress = (text: unknown) =>
  typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;

/** `user:password` of an address as it is written; empty = none. */
export function userInfoOf(address: unknown): string {
  const { username = '', password = '' } = parsedAddress(address) ?? {};
  return password === '' ? username : `${username}:${password}`;
}

/** The address with this `user:password`; an address without stays as it is written. */
export function withUserInfo(address: string, userInfo: string): string {
  const url = parsedAddress(address);
  if (url === undefined || userInfoOf(address) === userInfo) return address;
  // Replaces the user info alone: `URL` would escape the macros of an ad server's address.
  const written = address.replace(
    /^(https?:\/\/)(?:[^/?#\\]*@)?/i,
    (_, scheme: string) => `${scheme}${userInfo}${userInfo === '' ? '' : '@'}`,
  );
  if (userInfoOf(written) === userInfo) return written;
  const [username = '', ...password] = userInfo.split(':');
  url.username = username;
  url.password = password.join(':');
  return url.href;
}

/** Scheme, host and port of an address; other text as it is; of a list each. An empty value names none. */
function destinationsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(destinationsOf);
  if (typeof value !== 'string' || value === '') return [];
  return [/^https?:/i.test(value) ? (parsedAddress(value)?.origin ?? value) : value];
}

/** Whether the given settings send the secret to a destination (origin) that the stored ones do not name. */
export function isSentElsewhere(
  { sentTo }: Pick<SecretSetting, 'sentTo'>,
  given: unknown,
  stored: unknown,
): boolean {
  const of = (values: unknown) =>
    sentTo.flatMap((path) => destinationsOf(settingValue(values, path)));
  const known = new Set(of(stored));
  return of(given).some((destination) => !known.has(destination));
}

function mapText(
  { kind }: SecretSetting,
  value: unknown,
  change: (text: string, name: string) => string,
): unknown {
  if (kind === 'values') {
    const entries = Object.entries(isValues(value) ? value : {});
    return Object.fromEntries(entries.map(([name, text]) => [name, change(String(text), name)]));
  }
  if (kind === 'text') return change(String(value), '');
  const userInfo = userInfoOf(value);
  return withUserInfo(String(value), userInfo === '' ? '' : change(userInfo, ''));
}

/** A secret setting as the API answers it; an empty one stays empty. */
export function maskSecret(secret: SecretSetting, value: unknown): unknown {
  return mapText(secret, value, (text) => (text === '' ? '' : secretPlaceholder));
}

/**
 * A secret setting with what `find` gives in place of each placeholder.
 * @param find the stored text: of a record that of the name, of an address its `user:password`
 */
export function fillSecret(
  secret: SecretSetting,
  value: unknown,
  find: (name: string) => string,
): unknown {
  return mapText(secret, value, (text, name) => (text === secretPlaceholder ? find(name) : text));
}

/** The stored text behind a secret setting, for `fillSecret`; empty = none is stored. */
export function secretText({ kind }: SecretSetting, value: unknown, name: string): string {
  if (kind === 'user-info') return userInfoOf(value);
  const text =
    kind === 'values' && isValues(value) ? (Object.hasOwn(value, name) ? value[name] : '') : value;
  return typeof text === 'string' ? text : '';
}
