/** Secrets of systems are answered as a placeholder; sent back, it keeps the stored value (OP-30). */
import {
  mapSecrets,
  maskSecret,
  type SystemTypeName,
  systemSecrets,
  systemType,
} from '@interlude/contract';
import type { StoredSystem, SystemSettings } from '@interlude/persistence';
import { restoreSecrets } from '../../http/stored-secrets.ts';

export function maskSettings({ type, settings }: Pick<StoredSystem, 'type' | 'settings'>) {
  return mapSecrets(systemSecrets(type), settings, maskSecret);
}

/**
 * Replaces empty addresses by the default of the system's type: a change to or from it sends secrets to another
 * address.
 */
function withUsualAddresses(type: SystemTypeName, settings: SystemSettings): SystemSettings {
  const usual = systemType(type).settings.flatMap(({ name, emptyMeans }) =>
    emptyMeans === undefined || (settings[name] ?? '') !== '' ? [] : [[name, emptyMeans] as const],
  );
  return { ...settings, ...Object.fromEntries(usual) };
}

/**
 * The settings with the stored values for placeholders.
 * @throws {DomainError} INVALID_FIELDS when no value is stored for a placeholder, or it would be sent elsewhere
 * @see rule SEC-S23
 */
export function restoreSettings(
  type: SystemTypeName,
  given: SystemSettings,
  stored: Pick<StoredSystem, 'type' | 'settings'> | undefined,
): SystemSettings {
  const before = stored?.type === type ? withUsualAddresses(type, stored.settings) : undefined;
  const restored = restoreSecrets(
    systemSecrets(type),
    withUsualAddresses(type, given),
    before,
    (path) => `settings.${path}`,
  );
  const secrets = systemSecrets(type).flatMap(({ path }) => {
    const value = restored[path];
    return value === undefined ? [] : [[path, value] as const];
  });
  return { ...given, ...Object.fromEntries(secrets) };
}
