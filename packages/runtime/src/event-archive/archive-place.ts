/** Where raw events are archived: EVENT_ARCHIVE as a type of storage with its settings. */

export interface ArchivePlace {
  readonly type: 'local' | 's3' | 'azure';
  /** As of a system of this type. */
  readonly settings: Readonly<Record<string, string>>;
  /** Its host and port, which may be private. */
  readonly allow: readonly string[];
}

const schemes: Readonly<Record<string, { type: 's3' | 'azure'; protocol: string }>> = {
  's3:': { type: 's3', protocol: 'https' },
  's3+http:': { type: 's3', protocol: 'http' },
  'azure:': { type: 'azure', protocol: 'https' },
  'azure+http:': { type: 'azure', protocol: 'http' },
};

function s3Settings(address: URL, endpoint: string, path: readonly string[]) {
  const [bucket = '', ...prefix] = path;
  return {
    ...{ endpoint, bucket, prefix: prefix.join('/') },
    region: address.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(address.username),
    secretAccessKey: decodeURIComponent(address.password),
  };
}

/** An emulator has the account in the path of its endpoint; the service has it in its host name. */
function azureSettings(address: URL, endpoint: string, path: readonly string[]) {
  const account = decodeURIComponent(address.username);
  const isInPath = path[0] === account;
  const [container = '', ...prefix] = isInPath ? path.slice(1) : path;
  return {
    accountName: account,
    storageKey: decodeURIComponent(address.password),
    endpoint: isInPath ? `${endpoint}/${account}` : endpoint,
    ...{ container, prefix: prefix.join('/') },
  };
}

/**
 * Reads `local`, `s3://KEY:SECRET@host/bucket/prefix?region=…` or `azure://ACCOUNT:KEY@host/container/prefix`; `s3+http`
 * and `azure+http` for a server without TLS.
 * @returns undefined when it is none of them
 * @see docs/reference/config.md
 */
export function parseArchivePlace(text: string): ArchivePlace | undefined {
  if (text === 'local') return { type: 'local', settings: {}, allow: [] };
  const scheme = schemes[/^[a-z0-9+]+:/i.exec(text)?.[0].toLowerCase() ?? ''];
  const rest = text.replace(/^[a-z0-9+]+:/i, '');
  if (scheme === undefined || !URL.canParse(`${scheme.protocol}:${rest}`)) return undefined;
  const address = new URL(`${scheme.protocol}:${rest}`);
  const path = address.pathname.split('/').filter((part) => part !== '');
  if (address.username === '' || address.password === '' || path.length === 0) return undefined;
  const { type, protocol } = scheme;
  const endpoint = `${protocol}://${address.host}`;
  const settings = (type === 's3' ? s3Settings : azureSettings)(address, endpoint, path);
  const port = address.port || (protocol === 'https' ? '443' : '80');
  return { type, settings, allow: [`${address.hostname}:${port}`] };
}
