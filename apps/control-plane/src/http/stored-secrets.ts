/** Placeholders of stored secrets become the stored values: in saves, in analyses and in tests, by one rule. */
import {
  fillSecret,
  isSentElsewhere,
  mapSecrets,
  type SecretSetting,
  secretText,
  settingValue,
} from '@interlude/contract';
import { invalidFields } from './field-errors.ts';

const notCopied = 'Enter the value again; the stored value cannot be copied.';
const notElsewhere = 'Enter the value again; the stored value is not sent to another address.';

/**
 * Replaces placeholders of a save with the stored secrets.
 * @param stored the object whose secrets the placeholders stand for; undefined = nothing is stored
 * @param fieldOf the field of the form for the path of a setting
 * @returns `given` with the stored values in place of placeholders
 * @throws {DomainError} INVALID_FIELDS when nothing is stored for a placeholder, or the secret would be sent to another
 *   address
 * @see rule SEC-S23
 */
export function restoreSecrets<Settings extends object>(
  secrets: readonly SecretSetting[],
  given: Settings,
  stored: object | undefined,
  fieldOf: (path: string) => string = (path) => path,
): Settings {
  return mapSecrets(secrets, given, (secret, value) =>
    fillSecret(secret, value, (name) => {
      const kept = secretText(secret, settingValue(stored, secret.path), name);
      const isElsewhere = stored !== undefined && isSentElsewhere(secret, given, stored);
      if (kept !== '' && !isElsewhere) return kept;
      const field = [fieldOf(secret.path), ...(name === '' ? [] : [name])].join('.');
      throw invalidFields({ [field]: isElsewhere ? notElsewhere : notCopied });
    }),
  );
}
