/**
 * Secrets in files. A file names the environment variable that has the secret, or keeps the stored one; the secret
 * itself is neither read from a file nor written to one.
 */
import {
  mapSecrets,
  maskSecret,
  type SecretSetting,
  secretPlaceholder,
  userInfoOf,
  withUserInfo,
} from '@interlude/contract';
import { isValues, mapTexts, type Values } from './kinds.ts';

/** Variables that a file may name: those that were set for it, and not whatever else the environment holds. */
export const variablePrefix = 'INTERLUDE_CONFIG_';

const variable = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;
const onlyVariable = /^\$\{[A-Za-z_][A-Za-z0-9_]*\}$/;
const userInfoWithVariable =
  /^(?:\$\{[A-Za-z_][A-Za-z0-9_]*\}|[A-Za-z0-9._~-]+(?=:))(?::\$\{[A-Za-z_][A-Za-z0-9_]*\})?$/;
/** Credentials and host as a URL parser splits them, up to the first slash. */
const address = /^(https?:\/\/)([^/?#\\]*)@(.*)$/is;

/** A secret as a file declares it: a template with variables; undefined = the stored secret is kept. */
export type SecretText = { readonly template: string | undefined };

/** Which secret: the path of its setting, and of a record the name in it. */
export const secretId = ({ path }: Pick<SecretSetting, 'path'>, name: string) =>
  name === '' ? path : `${path}.${name}`;

export interface ReadSecrets {
  /** With placeholders. */
  readonly values: Values;
  readonly texts: ReadonlyMap<string, SecretText>;
  readonly problems: readonly string[];
}

const notInFile = `a secret does not stand in a file. Write "\${${variablePrefix}…}" and set that variable, or "${secretPlaceholder}" to keep what is stored`;

function templateProblem(form: SecretSetting['kind'], text: string): string | undefined {
  const isTemplate = (form === 'user-info' ? userInfoWithVariable : onlyVariable).test(text);
  if (!isTemplate) return notInFile;
  const foreign = variablesOf(text).find((name) => !name.startsWith(variablePrefix));
  return foreign === undefined
    ? undefined
    : `${foreign} cannot be named: a file names variables that begin with ${variablePrefix}`;
}

/** The secrets of a document, taken out of it. */
export function readSecrets(secrets: readonly SecretSetting[], given: Values): ReadSecrets {
  const texts = new Map<string, SecretText>();
  const problems: string[] = [];

  const take = (secret: SecretSetting, text: unknown, name: string): unknown => {
    if (text === '' || text === null) return text;
    const id = secretId(secret, name);
    if (text === secretPlaceholder) {
      texts.set(id, { template: undefined });
      return secretPlaceholder;
    }
    // YAML reads a password of digits as a number, which some schemas accept.
    const problem = typeof text === 'string' ? templateProblem(secret.kind, text) : notInFile;
    if (problem === undefined) texts.set(id, { template: String(text) });
    else problems.push(`${id}: ${problem}`);
    return secretPlaceholder;
  };

  const takeUserInfo = (secret: SecretSetting, text: string): unknown => {
    const [, scheme, userInfo, rest] = address.exec(text) ?? [];
    if (userInfo !== undefined) return `${scheme}${String(take(secret, userInfo, ''))}@${rest}`;
    return userInfoOf(text) === '' ? text : take(secret, text, '');
  };

  const values = mapSecrets(secrets, given, (secret, value) => {
    if (secret.kind === 'values' && isValues(value)) {
      const entries = Object.entries(value).map(([name, text]) => [name, take(secret, text, name)]);
      return Object.fromEntries(entries);
    }
    if (secret.kind !== 'user-info') return take(secret, value, '');
    return typeof value === 'string' ? takeUserInfo(secret, value) : value;
  });
  return { values, texts, problems };
}

/** In a longer text too. */
const userInfoAnywhere = /(https?:\/\/)[^/?#\s"\\]*@/gi;

const isAddressWithUserInfo = (text: string) => /^https?:/i.test(text) && userInfoOf(text) !== '';

/**
 * True when there are credentials outside of declared secrets, in any place that `maskAddress` would mask. A mask there
 * would be stored as if it were the credentials.
 */
export function hasCredentials(secrets: readonly SecretSetting[], values: Values): boolean {
  let found = false;
  const without = mapSecrets(secrets, values, ({ kind }, value) =>
    kind === 'user-info' && typeof value === 'string' ? withUserInfo(value, '') : '',
  );
  mapTexts(without, (text) => {
    if (isAddressWithUserInfo(text) || text.search(userInfoAnywhere) >= 0) found = true;
    return text;
  });
  return found;
}

/** As a file, a plan or a message shows it: placeholders in place of declared secrets, and of credentials anywhere. */
export function maskAll(secrets: readonly SecretSetting[], values: Values): Values {
  const masked = mapTexts(mapSecrets(secrets, values, maskSecret), maskAddress);
  return isValues(masked) ? masked : {};
}

/** `user:password@` of an address, in a longer text too. */
export function maskAddress(text: string): string {
  const masked = isAddressWithUserInfo(text) ? withUserInfo(text, secretPlaceholder) : text;
  return masked.replace(userInfoAnywhere, `$1${secretPlaceholder}@`);
}

function variablesOf(template: string): string[] {
  return [...template.matchAll(variable)].map((match) => String(match[1]));
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of a template that are not set, or empty. */
export function missingVariables(template: string, environment: Environment): string[] {
  return variablesOf(template).filter((name) => (environment[name] ?? '') === '');
}

/** The secret itself: the template with its variables. Credentials of an address are percent-encoded. */
export function expand(
  form: SecretSetting['kind'],
  template: string,
  environment: Environment,
): string {
  return template.replace(variable, (_, name: string) => {
    const value = environment[name] ?? '';
    return form === 'user-info' ? encodeURIComponent(value).replaceAll('%3A', ':') : value;
  });
}
