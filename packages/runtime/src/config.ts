/**
 * The one schema of the environment. Everything configurable stands in this table; docs/reference/config.md
 * is generated from it. A wrong value stops the start with one sentence that names the variable.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { domainError } from '@interlude/contract/errors';
import { type RegistrationMode, registrationModes } from '@interlude/contract/launch';
import { z } from 'zod';
import {
  archivePlace,
  bearerToken,
  commaList,
  dayCount,
  emailAddress,
  host,
  httpAddress,
  jobCount,
  mailSender,
  onOff,
  plainText,
  port,
  postgresAddress,
  providerKey,
  roleMap,
  scannerAddress,
  secretKeyText,
  smtpAddress,
  strongPassword,
} from './config-fields.ts';
import { allowEntryProblem } from './egress/allow-list.ts';
import { logLevels } from './logger.ts';

interface Setting<S extends z.ZodType> {
  readonly variable: string;
  readonly schema: S;
  /** The value when unset, as one would write it; undefined = none. */
  readonly byDefault: string | undefined;
  readonly about: string;
  readonly secret: boolean;
  /**
   * The default in words where it is derived from other variables, for docs/reference/config.md; else the default is a
   * constant.
   */
  readonly derived?: string;
}

function setting<S extends z.ZodType>(
  variable: string,
  schema: S,
  byDefault: string,
  about: string,
): Setting<S> {
  return { variable, schema, byDefault, about, secret: false };
}

function optional<S extends z.ZodType>(
  variable: string,
  schema: S,
  about: string,
  secret = false,
): Setting<z.ZodOptional<S>> {
  return { variable, schema: schema.optional(), byDefault: undefined, about, secret };
}

const egressList = commaList.superRefine((entries, context) => {
  for (const entry of entries) {
    const problem = allowEntryProblem(entry);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  }
});

const proxyNames = ['loopback', 'linklocal', 'uniquelocal'];

const proxyList = commaList.superRefine((entries, context) => {
  for (const entry of entries) {
    const [address = '', bits = '0', ...more] = entry.split('/');
    const widest = { 4: 32, 6: 128 }[isIP(address)] ?? -1;
    const range = /^\d{1,3}$/.test(bits) && Number(bits) <= widest && more.length === 0;
    if (range || proxyNames.includes(entry)) continue;
    const message = `must list addresses, CIDR ranges or ${proxyNames.join(', ')}: ${entry}`;
    context.addIssue({ code: 'custom', message });
  }
});

const settings = {
  port: setting('PORT', port, '3000', 'Port of the control plane: console, API and sign-in.'),
  stitcherPort: setting('STITCHER_PORT', port, '3100', 'Port of the stitcher: what players open.'),
  labPort: setting(
    'LAB_PORT',
    port,
    '3200',
    'Port of the lab (test origin, ad server, beacon recorder). It listens on loopback only, whatever HOST says.',
  ),
  host: setting(
    'HOST',
    host,
    '127.0.0.1',
    'Address the control plane and the stitcher listen on. Servers set 0.0.0.0.',
  ),
  publicUrl: {
    ...optional('PUBLIC_URL', httpAddress, 'Address of the console as users see it.'),
    derived: 'http://HOST:PORT',
  },
  stitcherPublicUrl: {
    ...optional(
      'STITCHER_PUBLIC_URL',
      httpAddress,
      'Address of the stitcher as viewers see it (a CDN in front of it, for example).',
    ),
    derived: 'http://HOST:STITCHER_PORT',
  },
  dataFolder: setting(
    'INTERLUDE_DATA',
    plainText.min(1, 'must be a folder'),
    './data',
    'Folder for everything that must survive a restart: embedded database, spool, secret key, lab media.',
  ),
  labMediaFolder: optional(
    'LAB_MEDIA_FOLDER',
    plainText.min(1, 'must be a folder'),
    "Folder of the lab's encoded media. Unset: `lab` in the data folder. Several installations may share one.",
  ),
  workerPort: optional(
    'WORKER_PORT',
    port,
    'Port of health and metrics of the worker. Unset: none, unless another role runs in its process (PROCESSES=one).',
  ),
  processes: setting(
    'PROCESSES',
    z.enum(['roles', 'one'], { error: 'must be roles or one' }),
    'roles',
    'roles: each role in a process of its own, restarted when it ends, so that one cannot take the others down. one: all roles in one process, which ends with any of them.',
  ),
  monitorPort: optional(
    'MONITOR_PORT',
    port,
    'Port of health and metrics of the monitor. Unset: none; the other roles answer for a process that has them.',
  ),
  stitcherUrl: optional(
    'STITCHER_URL',
    httpAddress,
    'Address of the stitchers without what stands before them (a CDN), as the monitor reaches it. When an output fails at its public address, the monitor tries this one, and so knows whose fault it is. Unset: it is not compared.',
  ),
  databaseUrl: optional(
    'DATABASE_URL',
    postgresAddress,
    'PostgreSQL 15 or later. Unset: the embedded PostgreSQL in the data folder.',
    true,
  ),
  pgBin: optional(
    'PG_BIN',
    plainText.min(1),
    'Folder with `initdb` and `postgres` for the embedded database. Unset: the one that npm installed.',
  ),
  pgRunAs: optional(
    'PG_RUN_AS',
    plainText.min(1),
    'Account that runs the embedded database when started by root. Unset: postgres, else nobody.',
  ),
  adminEmail: setting(
    'INTERLUDE_ADMIN_EMAIL',
    emailAddress,
    'admin@interlude.local',
    'SuperAdmin of the first tenant, made at the first start.',
  ),
  adminPassword: optional(
    'INTERLUDE_ADMIN_PASSWORD',
    strongPassword,
    'Password of that SuperAdmin. Unset: a random one, printed once.',
    true,
  ),
  demo: setting(
    'INTERLUDE_DEMO',
    onOff,
    'on',
    'on: the lab and a demo tenant with playing channels. off: for production.',
  ),
  secretKey: optional(
    'INTERLUDE_SECRET_KEY',
    secretKeyText,
    'Key that seals stored secrets: 32 bytes as base64 or hex, the same for every process. Unset: `secret.key` in the data folder, made at the first start.',
    true,
  ),
  egressAllow: setting(
    'EGRESS_ALLOW',
    egressList,
    '',
    'Hosts, host:port or CIDR ranges, separated by commas, that may be reached although they are private, by the companies to which a SuperAdmin grants them; the company of the first start has all of them.',
  ),
  ffmpegPath: optional(
    'FFMPEG_PATH',
    plainText.min(1),
    'ffmpeg to encode with: 5 or newer, with libx264. Unset: the engine that npm installed, else an ffmpeg on PATH.',
  ),
  mediaRunAs: optional(
    'MEDIA_RUN_AS',
    plainText.min(1),
    'Account under which decoders and encoders run when started by root, on Linux: a name, a user id, or user id:group id. Unset: 65533, which no account has. Where the system does not let go of root, they stay root, and the log of each job says so.',
  ),
  workerJobs: setting(
    'WORKER_JOBS',
    jobCount,
    '2',
    'Jobs (encodings, analyses) that one worker works on at a time: 1 to 64.',
  ),
  jobRetentionDays: setting(
    'JOB_RETENTION_DAYS',
    dayCount,
    '90',
    'Days that a job and its log are kept after it was done, or after it was archived when it failed: 1 to 3650.',
  ),
  auditRetentionDays: setting(
    'AUDIT_RETENTION_DAYS',
    dayCount.refine((days) => days >= 30, 'must be a number of days, 30 to 3650'),
    '400',
    'Days that the audit log (who changed what) is kept: 30 to 3650. The database itself refuses to lose younger entries.',
  ),
  eventArchive: {
    ...setting(
      'EVENT_ARCHIVE',
      archivePlace,
      'off',
      'Where raw events are kept as Parquet files, by company and day. off: nowhere. local: `event-archive` in the data folder (one host, or a volume that stitchers and workers share). s3://KEY:SECRET@host/bucket/prefix?region=… or azure://ACCOUNT:KEY@host/container/prefix (s3+http, azure+http without TLS): a storage that no CDN reads. The same for every process; needs the optional package @duckdb/node-api.',
    ),
    secret: true,
  },
  eventArchiveDays: setting(
    'EVENT_ARCHIVE_DAYS',
    dayCount,
    '30',
    'Days that archived events are kept: 1 to 3650.',
  ),
  clamdHost: optional(
    'CLAMD_HOST',
    scannerAddress,
    'Virus scanner (clamd): host:port, or the path of its Unix socket. Its StreamMaxLength has to be larger than the largest file. Unset: files are not scanned, and jobs and uploads say so.',
  ),
  geoDatabase: optional(
    'GEO_DATABASE',
    plainText.min(1),
    'Database of countries in the MaxMind DB format (.mmdb): IP Geolocation by DB-IP, GeoLite2 or another. Read again within an hour when it is replaced. Unset: reports have no countries.',
  ),
  geoAttribution: setting(
    'GEO_ATTRIBUTION',
    plainText,
    '',
    'What the licence of GEO_DATABASE asks to show beside its figures, as plain text.',
  ),
  ssaiApiToken: optional(
    'SSAI_API_TOKEN',
    bearerToken,
    'Lets other installations have their channels played by this stitcher: the API token of their system of type SSAI cluster. Unset: nobody may.',
    true,
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    proxyList,
    'loopback',
    'Reverse proxies in front of the control plane and the stitcher that may declare the address of a client (X-Forwarded-For, Forwarded): addresses, CIDR ranges, or loopback, linklocal, uniquelocal, separated by commas. Limits count by that address, and ad servers get it.',
  ),
  smtpUrl: optional(
    'SMTP_URL',
    smtpAddress,
    'Mail server. Unset: mails are kept in the mailbox page of the console.',
    true,
  ),
  mailFrom: setting(
    'MAIL_FROM',
    mailSender,
    'Interlude <no-reply@interlude.local>',
    'Sender of the mails.',
  ),
  registration: {
    ...optional(
      'REGISTRATION',
      z.enum(registrationModes, { error: `must be one of ${registrationModes.join(', ')}` }),
      'Who gets an account. open: anybody registers a company or asks to join one. invite: people join by invitation; a SuperAdmin founds companies. off: nobody. With OIDC_ISSUER the provider decides instead of open and invite.',
    ),
    derived: 'open with INTERLUDE_DEMO=on, else invite',
  },
  oidcIssuer: optional(
    'OIDC_ISSUER',
    httpAddress,
    'External identity provider. Unset: the built-in one at PUBLIC_URL/oidc.',
  ),
  oidcClientId: optional('OIDC_CLIENT_ID', plainText.min(1), 'Client id at the external provider.'),
  oidcAudience: optional(
    'OIDC_AUDIENCE',
    plainText.min(1),
    'Audience that access tokens of the external provider carry.',
  ),
  oidcRoleClaim: optional(
    'OIDC_ROLE_CLAIM',
    plainText.min(1).max(200),
    'Claim of the external provider whose values stand for roles, such as groups: a name, or the path to it with dots (realm_access.roles). Unset: roles are set in the console, the first by the claim role.',
  ),
  oidcRoleMap: optional(
    'OIDC_ROLE_MAP',
    roleMap,
    'Roles for values of OIDC_ROLE_CLAIM, as JSON: {"ads-editors":"Editor","ads-admins":"Admin"}. Of several the highest counts; other values give no role.',
  ),
  stripeSecretKey: optional(
    'STRIPE_SECRET_KEY',
    providerKey,
    'Secret key at Stripe, of an account in euros. Unset: what companies subscribe to is stored, and nobody is charged.',
    true,
  ),
  stripeWebhookSecret: optional(
    'STRIPE_WEBHOOK_SECRET',
    providerKey,
    'Signing secret of the webhook at Stripe that sends customer.subscription.* and invoice.* to PUBLIC_URL/api/v2/billing/stripe-events. Needed with STRIPE_SECRET_KEY.',
    true,
  ),
  stripePublicKey: setting(
    'STRIPE_PUBLIC_KEY',
    plainText,
    '',
    'Publishable key at Stripe, answered to signed-in users.',
  ),
  stripeApiUrl: setting(
    'STRIPE_API_URL',
    httpAddress,
    'https://api.stripe.com',
    "Address of Stripe's API, or of a stand-in for tests.",
  ),
  productName: setting('PRODUCT_NAME', plainText.min(1), 'Interlude', 'Name shown in the console.'),
  supportUrl: setting(
    'SUPPORT_URL',
    httpAddress,
    'https://example.com/support',
    'Link "Support" of the console.',
  ),
  imprintUrl: setting(
    'IMPRINT_URL',
    httpAddress,
    'https://example.com/imprint',
    'Link "Imprint" of the console.',
  ),
  privacyUrl: setting(
    'PRIVACY_URL',
    httpAddress,
    'https://example.com/privacy',
    'Link "Privacy Statement" of the console.',
  ),
  companyUrl: setting(
    'COMPANY_URL',
    httpAddress,
    'https://example.com',
    'Link "Company" of the console.',
  ),
  analyticsHost: setting(
    'ANALYTICS_HOST',
    plainText,
    '',
    'Host name on which the console counts its own use, with ANALYTICS_SCRIPT_URL. Empty: nowhere.',
  ),
  analyticsScriptUrl: optional(
    'ANALYTICS_SCRIPT_URL',
    httpAddress,
    'Script that counts (of Plausible, Umami, Matomo or your own); the console loads it on ANALYTICS_HOST only. Unset: none.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }),
    'info',
    `One of ${logLevels.join(', ')}.`,
  ),
} as const;

const environment = z.object(
  Object.fromEntries(Object.entries(settings).map(([key, entry]) => [key, entry.schema])) as {
    [Key in keyof typeof settings]: (typeof settings)[Key]['schema'];
  },
);

type Settings = Readonly<z.output<typeof environment>>;

/** The parsed environment. */
export interface Config extends Omit<Settings, 'publicUrl' | 'stitcherPublicUrl' | 'registration'> {
  readonly registration: RegistrationMode;
  readonly publicUrl: string;
  readonly stitcherPublicUrl: string;
  readonly links: {
    readonly support: string;
    readonly imprint: string;
    readonly privacy: string;
    readonly company: string;
  };
}

/** One row of the reference. */
export interface ConfigVariable {
  readonly variable: string;
  readonly byDefault: string | undefined;
  readonly about: string;
  readonly secret: boolean;
  readonly derived?: string;
}

/** Every variable, in the order of the reference. */
export const configVariables: readonly ConfigVariable[] = Object.values(settings);

function wrong(variable: string, problem: string): Error {
  return domainError('CONFIG_INVALID', { sentence: `${variable} ${problem}.`, variable });
}

/** Host name under which a browser on this machine reaches a listening address; wildcard addresses become 127.0.0.1. */
function browserHost(listenHost: string): string {
  if (listenHost === '0.0.0.0' || listenHost === '::') return '127.0.0.1';
  return listenHost.includes(':') ? `[${listenHost}]` : listenHost;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The raw text of a setting: an empty variable counts as unset. */
function rawText(entry: ConfigVariable, env: Environment): string | undefined {
  const given = env[entry.variable];
  return given === undefined || given.trim() === '' ? entry.byDefault : given;
}

function parseSettings(env: Environment): Settings {
  const raw = Object.entries(settings).map(([key, entry]) => [key, rawText(entry, env)]);
  const parsed = environment.safeParse(Object.fromEntries(raw));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const entry = Object.entries(settings).find(([key]) => key === issue?.path[0])?.[1];
  const shown = entry?.secret === true ? '' : ` (it is "${env[entry?.variable ?? ''] ?? ''}")`;
  throw wrong(entry?.variable ?? 'The environment', `${issue?.message ?? 'is wrong'}${shown}`);
}

/** Two roles cannot listen on one port; 0 stands for "any free one". */
function checkPorts(parsed: Settings): void {
  const used = new Map<number, string>();
  for (const key of ['port', 'stitcherPort', 'labPort'] as const) {
    const number = parsed[key];
    const other = used.get(number);
    if (number !== 0 && other !== undefined) {
      throw wrong(settings[key].variable, `is the same port as ${other} (${number})`);
    }
    used.set(number, settings[key].variable);
  }
}

/** A secret key in the place of the public one would be shown to every user. */
function checkPayments({ stripeSecretKey, stripeWebhookSecret, stripePublicKey }: Settings): void {
  if (stripeSecretKey !== undefined && stripeWebhookSecret === undefined) {
    throw wrong('STRIPE_WEBHOOK_SECRET', 'must be set when STRIPE_SECRET_KEY is set');
  }
  if (!/^(pk_|$)/.test(stripePublicKey)) {
    throw wrong('STRIPE_PUBLIC_KEY', 'must be a publishable key (pk_…)');
  }
}

/**
 * Reads the environment; relative folders are resolved against `cwd`.
 * @throws {DomainError} CONFIG_INVALID with one sentence naming the variable
 * @see docs/reference/config.md
 */
export function parseConfig(env: Environment, cwd: string): Config {
  const parsed = parseSettings(env);
  checkPorts(parsed);
  if (parsed.oidcIssuer !== undefined && parsed.oidcClientId === undefined) {
    throw wrong('OIDC_CLIENT_ID', 'must be set when OIDC_ISSUER is set');
  }
  checkPayments(parsed);
  const base = `http://${browserHost(parsed.host)}`;
  if ((parsed.oidcRoleClaim === undefined) !== (parsed.oidcRoleMap === undefined)) {
    const [variable, other] =
      parsed.oidcRoleMap === undefined
        ? ['OIDC_ROLE_MAP', 'OIDC_ROLE_CLAIM']
        : ['OIDC_ROLE_CLAIM', 'OIDC_ROLE_MAP'];
    throw wrong(variable, `must be set when ${other} is set`);
  }
  if (parsed.oidcRoleClaim !== undefined && parsed.oidcIssuer === undefined) {
    throw wrong('OIDC_ISSUER', 'must be set when OIDC_ROLE_CLAIM is set');
  }
  return {
    ...parsed,
    dataFolder: resolve(cwd, parsed.dataFolder),
    labMediaFolder: parsed.labMediaFolder && resolve(cwd, parsed.labMediaFolder),
    publicUrl: parsed.publicUrl ?? `${base}:${parsed.port}`,
    stitcherPublicUrl: parsed.stitcherPublicUrl ?? `${base}:${parsed.stitcherPort}`,
    registration: parsed.registration ?? (parsed.demo ? 'open' : 'invite'),
    links: {
      support: parsed.supportUrl,
      imprint: parsed.imprintUrl,
      privacy: parsed.privacyUrl,
      company: parsed.companyUrl,
    },
  };
}
