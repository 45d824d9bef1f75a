/** Secrets of systems never leave: a placeholder stands for them, and means "keep it" when it is sent back (OP-30). */
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
 * The settings with placeholders replaced by what is stored.
 * @throws {DomainError} INVALID_FIELDS when a placeholder has nothing to stand for
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
      const message = 'Enter the value again; the stored one cannot be copied.';
      throw invalidFields({ [`settings.${name}`]: message });
    }
    restored[name] = kept;
  }
  return restored;
}
