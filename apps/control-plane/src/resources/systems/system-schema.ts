/** JSON schema of systems: type and category enums, and the settings of each type from the catalogue. */
import {
  type SystemSetting,
  type SystemTypeName,
  systemInput,
  systemType,
} from '@interlude/contract';
import { jsonSchema } from '../../openapi/openapi-document.ts';

const jsonTypes = {
  text: { type: 'string' },
  url: { type: 'string', format: 'uri' },
  secret: { type: 'string', format: 'password', writeOnly: true },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  choice: { type: 'string' },
} as const satisfies Record<SystemSetting['kind'], object>;

function settingSchema(setting: SystemSetting): Record<string, unknown> {
  const { kind, label, help, byDefault, choices } = setting;
  return {
    ...jsonTypes[kind],
    title: label,
    ...(help !== '' && { description: help }),
    ...(byDefault !== undefined && { default: byDefault }),
    ...(choices !== undefined && { enum: choices }),
  };
}

/** Of a system; with a type that of its settings (OP-54). */
export function systemSchema(item: SystemTypeName | undefined): Record<string, unknown> {
  if (item === undefined) return jsonSchema(systemInput, 'input');
  const { label, category, about, settings } = systemType(item);
  return {
    type: 'object',
    title: label,
    description: about,
    category,
    properties: Object.fromEntries(
      settings.map((setting) => [setting.name, settingSchema(setting)]),
    ),
    required: settings.filter(({ required }) => required === true).map(({ name }) => name),
    additionalProperties: false,
  };
}
