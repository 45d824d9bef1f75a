/** Secrets among the settings of a system: sealed in a column of their own, bound to their system. */
import { type SystemTypeName, secretSettings } from '@interlude/contract';
import { openSecret, resealed, type SecretKey } from '@interlude/runtime';

export type SystemSettings = Readonly<Record<string, string | number | boolean>>;

export interface SystemPlace {
  readonly key: SecretKey;
  readonly tenantId: string;
  readonly systemId: string;
}

const context = (name: string, place: SystemPlace) =>
  `systems.${name}:${place.tenantId}:${place.systemId}`;

/**
 * Takes the secrets out of the settings and seals them; an empty one counts as not set.
 * @param stored secrets as sealed before: an unchanged secret keeps its sealed text
 */
export function sealSettings(
  place: SystemPlace,
  type: SystemTypeName,
  given: SystemSettings,
  stored: unknown = {},
): { settings: SystemSettings; sealed: Readonly<Record<string, string>> } {
  const secrets = new Set(secretSettings(type));
  const entries = Object.entries(given);
  const kept = isRecord(stored) ? stored : {};
  return {
    settings: Object.fromEntries(entries.filter(([name]) => !secrets.has(name))),
    sealed: Object.fromEntries(
      entries
        .filter(([name, value]) => secrets.has(name) && value !== '')
        .map(([name, value]) => [
          name,
          resealed(place.key, String(value), context(name, place), kept[name]),
        ]),
    ),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Puts the secrets back into the settings; a secret that cannot be opened (another key) counts as not set. */
export function openSettings(
  place: SystemPlace,
  settings: unknown,
  sealed: unknown,
): SystemSettings {
  const opened: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(isRecord(settings) ? settings : {})) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      opened[name] = value;
    }
  }
  for (const [name, text] of Object.entries(isRecord(sealed) ? sealed : {})) {
    const secret = openSecret(place.key, String(text), context(name, place));
    if (secret !== undefined) opened[name] = secret;
  }
  return opened;
}
