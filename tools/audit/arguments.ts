/** The arguments of `npm run audit`, checked before anything is requested. */
import { parseArgs } from 'node:util';
import { type Severity, severities } from '@interlude/audit';
import { RE2JS } from 're2js';

export type ReportForm = 'text' | 'json' | 'junit';

export interface AuditArguments {
  /** Without `user:password@`, which is in `headers`. */
  readonly url: string;
  readonly durationMs: number;
  readonly form: ReportForm;
  /** File for the report; undefined = standard output. */
  readonly output: string | undefined;
  readonly html: string | undefined;
  readonly severity: Severity;
  readonly isInTurn: boolean;
  /** Sent to the origin of `url` alone. */
  readonly headers: Readonly<Record<string, string>>;
  /** Private addresses that may be requested besides the host of `url`. */
  readonly allow: readonly string[];
  readonly adOf: ((address: string) => string | undefined) | undefined;
}

/** Wrong arguments; the message is a sentence for the person who typed the command. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

const MAX_MINUTES = 1_440;

export const usage = `Usage: npm run -s audit -- <url> [options]

Judges any HLS or DASH output by the rules in docs/reference/audit-rules.md: a live stream for some minutes, as a
player reads it; what is on demand once.

  --minutes <number>       how long a live stream is watched; default 10
  --json, --junit          a report for programs in place of text
  --output <file>          write the report to a file, not to standard output
  --html <file>            write a report for browsers as well
  --severity <severity>    warning or error (default): findings from here on make the exit status 1
  --renditions <all|turn>  read all renditions side by side (default), or one after the other
  --header '<name: value>' send a header to the origin of <url>, and to no other; can be repeated
  --ads <pattern>          regular expression for addresses of ad segments; its first group names the ad
  --allow <host or range>  let manifests and redirects lead to a private host, host:port or CIDR range; can be repeated

Exit status: 0 no finding, 1 findings, 2 could not be judged. Ctrl-C ends early, with the report so far.
`;

const options = {
  minutes: { type: 'string', default: '10' },
  json: { type: 'boolean', default: false },
  junit: { type: 'boolean', default: false },
  output: { type: 'string' },
  html: { type: 'string' },
  severity: { type: 'string', default: 'error' },
  renditions: { type: 'string', default: 'all' },
  header: { type: 'string', multiple: true, default: [] as string[] },
  ads: { type: 'string' },
  allow: { type: 'string', multiple: true, default: [] as string[] },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], allowPositionals: true, options });
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function httpUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ArgumentError(`${text} is no address that begins with http:// or https://.`);
  return url;
}

const HEADER = /^([!#$%&'*+.^_`|~\w-]+):([\t -~\u{80}-\u{ff}]*)$/u;
/** Belong to the connection. */
const ownedHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'host',
  'transfer-encoding',
]);

function readHeader(text: string): readonly [string, string] {
  const [, name = '', value = ''] = HEADER.exec(text) ?? [];
  if (name === '') throw new ArgumentError("--header has the form 'Name: value'.");
  if (ownedHeaders.has(name.toLowerCase()))
    throw new ArgumentError(`--header cannot set ${name}: the connection does.`);
  return [name.toLowerCase(), value.trim()];
}

/** Malformed percent-encoding is kept as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** `user:password@` of the address as basic authentication (RFC 7617), so that no manifest's address carries it. */
function credentials({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

function oneOf<T extends string>(name: string, text: string, values: readonly T[]): T {
  const found = values.find((value) => value === text);
  if (found !== undefined) return found;
  throw new ArgumentError(`--${name} is one of ${values.join(', ')}.`);
}

function readMinutes(text: string): number {
  const minutes = Number(text);
  if (text.trim() !== '' && minutes > 0 && minutes <= MAX_MINUTES) return minutes;
  throw new ArgumentError(`--minutes is a number above 0, up to ${MAX_MINUTES}.`);
}

/** Addresses are untrusted: RE2 takes linear time for any pattern. */
function adPattern(text: string): (address: string) => string | undefined {
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ArgumentError(`--ads is no regular expression: ${reason}`);
  }
  return (address) => {
    const matcher = pattern.matcher(address);
    if (!matcher.find()) return undefined;
    return (matcher.groupCount() > 0 ? matcher.group(1) : undefined) ?? matcher.group() ?? '';
  };
}

function formOf({ json, junit }: { json: boolean; junit: boolean }): ReportForm {
  if (json && junit) throw new ArgumentError('--json and --junit exclude each other.');
  if (json) return 'json';
  return junit ? 'junit' : 'text';
}

/**
 * @returns undefined when help is wanted
 * @throws {ArgumentError}
 */
export function readArguments(argv: readonly string[]): AuditArguments | undefined {
  const { values, positionals } = parsed(argv);
  if (values.help) return undefined;
  const [text, ...more] = positionals;
  if (text === undefined || more.length > 0)
    throw new ArgumentError('Give one address: npm run -s audit -- https://host/master.m3u8');
  const url = httpUrl(text);
  const headers = {
    ...credentials(url),
    ...Object.fromEntries(values.header.map(readHeader)),
  };
  url.username = '';
  url.password = '';
  url.hash = '';
  return {
    url: url.href,
    durationMs: readMinutes(values.minutes) * 60_000,
    form: formOf(values),
    output: values.output,
    html: values.html,
    severity: oneOf('severity', values.severity, severities),
    isInTurn: oneOf('renditions', values.renditions, ['all', 'turn']) === 'turn',
    headers,
    allow: values.allow,
    adOf: values.ads === undefined ? undefined : adPattern(values.ads),
  };
}
