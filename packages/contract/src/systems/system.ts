/** Systems of a tenant: where to encode, store and count. */
import { z } from 'zod';
import { noCredentials } from '../channels/settings/schemas.ts';
import { isHttpUrl } from '../http-url.ts';
import { userInfoOf } from '../secrets.ts';
import { nameText } from '../text.ts';
import {
  type SystemSetting,
  type SystemTypeName,
  systemCategories,
  systemType,
  systemTypeNames,
} from './system-types.ts';

export const systemSettingValue = z.union([z.string().max(4_000), z.number(), z.boolean()]);

function addressProblem(address: string): string | undefined {
  if (!isHttpUrl(address)) return 'I should be a valid URL!';
  return userInfoOf(address) === '' ? undefined : noCredentials;
}

/**
 * Validates the value of a setting.
 * @returns the sentence shown under the field; undefined = valid
 * @see DATA-023
 */
export function settingProblem(setting: SystemSetting, value: unknown): string | undefined {
  const empty = value === undefined || value === '';
  if (empty) return setting.required === true ? 'I should not be empty!' : undefined;
  if (setting.kind === 'url') return addressProblem(String(value));
  if (setting.kind === 'choice' && !(setting.choices ?? []).includes(String(value))) {
    return `Choose one of ${(setting.choices ?? []).join(', ')}.`;
  }
  if (setting.kind === 'number' && typeof value !== 'number') return 'I should be a number.';
  if (setting.kind === 'boolean' && typeof value !== 'boolean') return 'I should be yes or no.';
  return undefined;
}

/** Refuses wrong values, and settings that the type does not have. */
function checkSettings(
  { type, settings }: { type: SystemTypeName; settings: Record<string, unknown> },
  context: { addIssue: (issue: { code: 'custom'; message: string; path: string[] }) => void },
): void {
  const known = systemType(type).settings;
  for (const setting of known) {
    const message = settingProblem(setting, settings[setting.name]);
    if (message !== undefined) {
      context.addIssue({ code: 'custom', message, path: ['settings', setting.name] });
    }
  }
  const names = new Set(known.map(({ name }) => name));
  for (const name of Object.keys(settings).filter((given) => !names.has(given))) {
    context.addIssue({
      code: 'custom',
      message: `A system of type ${type} has no setting ${name}.`,
      path: ['settings', name],
    });
  }
}

const fields = z.object({
  name: nameText(200),
  type: z.enum(systemTypeNames),
  category: z.enum(systemCategories).optional().describe('follows from the type'),
  settings: z.record(z.string().max(60), systemSettingValue).default({}),
});

/** Body of POST. */
export const systemInput = fields.superRefine(checkSettings);
export type SystemInput = z.input<typeof systemInput>;
export type SystemFields = z.output<typeof systemInput>;

/** Body of PUT; a secret that is sent as the placeholder is kept (OP-30). */
export const systemUpdate = fields
  .extend({ updatedAt: z.iso.datetime().optional() })
  .superRefine(checkSettings);

/** A system as the API answers it (DATA-023); secrets are placeholders. */
export const system = fields.extend({
  id: z.string(),
  category: z.enum(systemCategories),
  builtIn: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type System = z.output<typeof system>;

/** A system as every role may see it (OP-65). */
export const systemSummary = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(systemTypeNames),
  category: z.enum(systemCategories),
});
export type SystemSummary = z.output<typeof systemSummary>;
