/**
 * The closed list of system types with their settings. Forms, checks and `GET /api/v2/systems/schema` are
 * made of it; a setting with `secret` is sealed in the database and answered as a placeholder.
 */
import type { SecretSetting } from '../secrets.ts';

export const systemCategories = ['ssai', 'encoder', 'storage'] as const;
export type SystemCategory = (typeof systemCategories)[number];

export interface SystemSetting {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly kind: 'text' | 'url' | 'secret' | 'number' | 'boolean' | 'choice';
  readonly required?: boolean;
  readonly byDefault?: string | number | boolean;
  /** Of kind `choice`. */
  readonly choices?: readonly string[];
  /** Of kind `url`: the address that an empty value stands for. */
  readonly emptyMeans?: string;
  /** Of kind `secret`: settings that name its destinations; when one changes, the secret is entered again. */
  readonly sentTo?: readonly string[];
}

export interface SystemType {
  readonly label: string;
  readonly category: SystemCategory;
  readonly about: string;
  /** Made by the platform, one each; it can be edited but not deleted or added. */
  readonly builtIn?: true;
  readonly settings: readonly SystemSetting[];
}

const text = (name: string, label: string, help: string, required = false): SystemSetting => ({
  name,
  label,
  help,
  kind: 'text',
  required,
});
/** @param sentTo settings that name its destinations */
const secret = (
  [name, label, help]: readonly [string, string, string],
  sentTo: readonly string[],
  required = false,
): SystemSetting => ({
  name,
  label,
  help,
  kind: 'secret',
  required,
  sentTo,
});
const url = (name: string, label: string, help: string, required = false): SystemSetting => ({
  name,
  label,
  help,
  kind: 'url',
  required,
});

const prefix = text(
  'prefix',
  'Prefix',
  'Folder in it, without slashes at its ends. Empty = its root.',
);
const publicBaseUrl = url(
  'publicBaseUrl',
  'Public base URL',
  'Where players find the files, a CDN for example. Empty = through this platform.',
);

export const systemTypes = {
  'ssai-cluster': {
    label: 'SSAI cluster',
    category: 'ssai',
    about: 'Stitchers that play the channels: those of this installation, or another one.',
    settings: [
      url('baseUrl', 'Base URL', 'Address of the channel API. Empty = this installation.'),
      secret(['apiToken', 'API token', 'Sent as bearer token to the channel API.'], ['baseUrl']),
      url('beaconsBaseUrl', 'Beacons base URL', 'Where client-side beacons are sent to.'),
    ],
  },
  cdn: {
    label: 'CDN',
    category: 'ssai',
    about: 'Where the bytes of ad media are counted.',
    settings: [
      {
        name: 'source',
        label: 'Source of figures',
        help: 'egress-counter counts the bytes that this platform serves.',
        kind: 'choice',
        choices: ['egress-counter'],
        byDefault: 'egress-counter',
      },
    ],
  },
  ffmpeg: {
    label: 'FFmpeg',
    category: 'encoder',
    about: 'Encodes on the workers of this installation.',
    builtIn: true,
    settings: [
      {
        name: 'engine',
        label: 'Engine',
        help: 'auto uses FFMPEG_PATH if it is set, else the encoder that npm installed, else an ffmpeg on PATH.',
        kind: 'choice',
        choices: ['auto', 'node-av', 'ffmpeg'],
        byDefault: 'auto',
      },
    ],
  },
  bitmovin: {
    label: 'Bitmovin',
    category: 'encoder',
    about: 'Encodes in the cloud of Bitmovin; needs a storage system that it can write to.',
    settings: [
      secret(['apiKey', 'API key', 'Of the account or a sub-organisation.'], ['baseUrl'], true),
      text('organizationId', 'Organization ID', 'Empty = the default organisation of the key.'),
      {
        ...url('baseUrl', 'API address', 'Empty = https://api.bitmovin.com/v1.'),
        emptyMeans: 'https://api.bitmovin.com/v1',
      },
      text('cloudRegion', 'Cloud region', 'For example AWS_EU_WEST_1. Empty = AUTO.'),
    ],
  },
  local: {
    label: 'Local folder',
    category: 'storage',
    about: 'A folder of this installation, served by the stitcher.',
    builtIn: true,
    settings: [publicBaseUrl],
  },
  s3: {
    label: 'S3',
    category: 'storage',
    about: 'A bucket of Amazon S3 or of anything that speaks its protocol.',
    settings: [
      url('endpoint', 'Endpoint', 'For example https://s3.eu-central-1.amazonaws.com.', true),
      text('region', 'Region', 'For example eu-central-1; auto where there is none.', true),
      text('bucket', 'Bucket', '', true),
      text('accessKeyId', 'Access key id', '', true),
      secret(['secretAccessKey', 'Secret access key', ''], ['endpoint'], true),
      prefix,
      publicBaseUrl,
    ],
  },
  azure: {
    label: 'Azure Blob',
    category: 'storage',
    about: 'A container of Azure Blob Storage, by storage key or by Entra ID.',
    settings: [
      text('accountName', 'Account name', '', true),
      secret(
        ['storageKey', 'Storage key', 'Base64; empty when Entra ID is used.'],
        ['endpoint', 'accountName'],
      ),
      text('container', 'Container', '', true),
      text(
        'activeDirectoryTenantId',
        'Active directory tenant id',
        'With client id and secret: sign in by Entra ID.',
      ),
      text('activeDirectoryClientId', 'Active directory client id', ''),
      secret(
        ['activeDirectoryClientSecret', 'Active directory client secret', ''],
        ['endpoint', 'accountName', 'activeDirectoryTenantId'],
      ),
      {
        ...url('endpoint', 'Endpoint', 'Empty = https://{account}.blob.core.windows.net.'),
        emptyMeans: 'the address of the account at Azure',
      },
      prefix,
      publicBaseUrl,
    ],
  },
} as const satisfies Record<string, SystemType>;

export type SystemTypeName = keyof typeof systemTypes;
export const systemTypeNames = Object.keys(systemTypes) as [SystemTypeName, ...SystemTypeName[]];

/**
 * The catalogue entry of a system type, typed wider than its literal.
 * @see DATA-023
 */
export function systemType(name: SystemTypeName): SystemType {
  return systemTypes[name];
}

/**
 * The secrets of a system type, with the settings of their destinations.
 * @see rule SEC-S23
 */
export function systemSecrets(name: SystemTypeName): readonly SecretSetting[] {
  return systemType(name).settings.flatMap(({ name: path, kind, sentTo = [] }) =>
    kind === 'secret' ? [{ path, kind: 'text' as const, sentTo }] : [],
  );
}

/**
 * Names of the secret settings of a system type.
 * @see rule SEC-S13
 */
export function secretSettings(name: SystemTypeName): readonly string[] {
  return systemType(name)
    .settings.filter(({ kind }) => kind === 'secret')
    .map((setting) => setting.name);
}
