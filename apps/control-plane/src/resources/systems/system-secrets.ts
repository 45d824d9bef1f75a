/** Secrets of systems are answered as a placeholder; sent back, it keeps the stored value (OP-30). */
import { type SystemTypeName, secretPlaceholder, secretSettings } from '@interlude/contract';
import type { StoredSystem, SystemSettings } from '@interlude/persistence';
import { invalidFields } from '../../http/field-errors.ts';

export function maskSettings({ type, settings }: Pick<StoredSystem, 'type' | 'settings'>) {
  const masked = { ...settings };
  for (const name of secretSettings(type)) {
    if (masked[name] !== undefined && masked[name] !== '') masked[name] = secretPlaceholder;
  }
  return masked;
}

/**
 * The settings with the stored values for placeholders.
 * @throws {DomainError} INVALID_FIELDS when no value is stored for a placeholder
 */
export function restoreSettings(
  type: SystemTypeName,
  given: SystemSettings,
  stored: Pick<StoredSystem, 'type' | 'settings'> | undefined,
): SystemSettings {
  const restored = { ...given };
  for (const name of secretSettings(type)) {
    if (restored[name] !== secretPlaceholder) continue;
    const kept = stored?.type === type ? stored.settings[name] : undefined;
    if (kept === undefined || kept === '') {
      const message = 'Enter the value again; the stored value cannot be copied.';
      throw invalidFields({ [`settings.${name}`]: message });
    }
    restored[name] = kept;
  }
  return restored;
}
