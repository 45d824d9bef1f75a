/**
 * Secrets among a channel's settings, as the contract lists them (`sentTo`): texts, values of the source headers,
 * credentials in addresses. They are sealed in a column of their own, bound to their channel; the settings are stored
 * without them. The control plane decides which of them an answer may show.
 */
import {
  type ChannelSettings,
  channelSecrets,
  mapSecrets,
  type SecretSetting,
  secretPlaceholder,
  withUserInfo,
} from '@interlude/contract';
import { openSecret, resealed, type SecretKey } from '@interlude/runtime';

/** Sealed secrets by name; absent = not set. */
type Sealed = Readonly<Record<string, string>>;

export interface SecretPlace {
  readonly key: SecretKey;
  readonly tenantId: string;
  readonly channelId: string;
}

/** Names under which earlier versions sealed secrets; all others are sealed under their path. */
const sealedNames: Readonly<Record<string, string>> = {
  'authentication.hmac.secret': 'hmacSecret',
};
const nameOf = ({ path }: SecretSetting) => sealedNames[path] ?? path;

const context = (name: string, place: SecretPlace) =>
  `channels.${name}:${place.tenantId}:${place.channelId}`;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Splits a setting into its secret (empty = none) and the rest, which is stored in plain text. */
function parted({ kind }: SecretSetting, value: unknown): { secret: string; rest: unknown } {
  if (kind === 'values') {
    const names = Object.keys(isRecord(value) ? value : {});
    const rest = Object.fromEntries(names.map((name) => [name, '']));
    return { secret: names.length === 0 ? '' : JSON.stringify(value), rest };
  }
  if (kind === 'text') return { secret: String(value), rest: '' };
  const rest = withUserInfo(String(value), '');
  return { secret: rest === value ? '' : String(value), rest };
}

/**
 * Takes the secrets out of the settings and seals them.
 * @param stored secrets as sealed before: an unchanged secret keeps its sealed text, so that the audit log does not
 *   show a change
 */
export function sealSecrets(
  place: SecretPlace,
  settings: ChannelSettings,
  stored: unknown = {},
): { settings: ChannelSettings; sealed: Sealed } {
  const sealed: Record<string, string> = {};
  const kept = isRecord(stored) ? stored : {};
  const left = mapSecrets(channelSecrets, settings, (setting, value) => {
    const { secret, rest } = parted(setting, value);
    const name = nameOf(setting);
    if (secret !== '') sealed[name] = resealed(place.key, secret, context(name, place), kept[name]);
    return rest;
  });
  return { settings: left, sealed };
}

function placeholderOf({ kind }: SecretSetting, value: unknown): unknown {
  if (kind === 'text') return secretPlaceholder;
  if (kind === 'user-info') return withUserInfo(String(value), secretPlaceholder);
  const names = Object.keys(isRecord(value) ? value : {});
  return Object.fromEntries(names.map((name) => [name, secretPlaceholder]));
}

/** Replaces each sealed secret by a placeholder. */
export function withPlaceholders(settings: ChannelSettings, sealed: unknown): ChannelSettings {
  const names = new Set(Object.keys(isRecord(sealed) ? sealed : {}));
  return mapSecrets(channelSecrets, settings, (setting, value) =>
    names.has(nameOf(setting)) ? placeholderOf(setting, value) : value,
  );
}

/** Puts the secrets back into the settings; a secret that cannot be opened (another key) counts as not set. */
export function openSecrets(
  place: SecretPlace,
  settings: ChannelSettings,
  sealed: unknown,
): ChannelSettings {
  const stored = isRecord(sealed) ? sealed : {};
  if (Object.keys(stored).length === 0) return settings;
  return mapSecrets(channelSecrets, settings, (setting, value) => {
    const name = nameOf(setting);
    const text = stored[name];
    const secret =
      typeof text === 'string' ? openSecret(place.key, text, context(name, place)) : undefined;
    if (secret === undefined) return value;
    return setting.kind === 'values' ? JSON.parse(secret) : secret;
  });
}
