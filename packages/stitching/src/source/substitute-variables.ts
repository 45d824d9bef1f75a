// EXT-X-DEFINE (RFC 8216bis 4.4.2.3): references are replaced before anything else is read, and the definitions
// left out, so that outputs need none (H16). Sessions get their playlists under another address: a variable
// taken from the query of the source's address would have another value there.
import { HLS_LIMITS, parseAttributeList } from '@interlude/hls';

export type Variables = ReadonlyMap<string, string>;

const NONE: Variables = new Map();
const REFERENCE = /\{\$([\w-]{1,100})\}/g;
const DEFINE = '#EXT-X-DEFINE:';
const MAX_VARIABLES = 1_000;

/** The playlist is latin1 text of UTF-8 bytes, so a percent-encoded byte is one character. */
function decodedBytes(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

function queryValue(url: string, name: string): string | undefined {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  const pair = query.split('&').find((part) => decodedBytes(part.split('=', 1)[0] ?? '') === name);
  return pair === undefined ? undefined : decodedBytes(pair.slice(pair.indexOf('=') + 1));
}

class Substitution {
  readonly variables = new Map<string, string>();
  readonly #url: string;
  readonly #imports: Variables;
  readonly #mostAdded: number;
  #added = 0;

  constructor(options: SubstitutionOptions) {
    const { url, imports = NONE, mostAdded = HLS_LIMITS.maxLength } = options;
    this.#url = url;
    this.#imports = imports;
    this.#mostAdded = mostAdded;
  }

  /** Ignores a value with a line break (from QUERYPARAM; VALUE has none): its lines would pass the limits unchecked. */
  #set(name: string, value: string): void {
    if (!/[\r\n]/.test(value)) this.variables.set(name, value);
  }

  define(value: string): void {
    const attributes = parseAttributeList(this.replace(value));
    const own = attributes.get('NAME');
    const imported = attributes.get('IMPORT');
    const parameter = attributes.get('QUERYPARAM');
    if (this.variables.size >= MAX_VARIABLES) return;
    if (own !== undefined) this.#set(own, attributes.get('VALUE') ?? '');
    const importedValue = imported === undefined ? undefined : this.#imports.get(imported);
    if (imported !== undefined && importedValue !== undefined) this.#set(imported, importedValue);
    const queried = parameter === undefined ? undefined : queryValue(this.#url, parameter);
    if (parameter !== undefined && queried !== undefined) this.#set(parameter, queried);
  }

  /** Replaces references; those to undefined variables stay, and all once values have added `mostAdded` characters. */
  replace(line: string): string {
    if (!line.includes('{$')) return line;
    return line.replaceAll(REFERENCE, (reference, name: string) => {
      const value = this.variables.get(name);
      if (value === undefined || this.#added + value.length > this.#mostAdded) return reference;
      this.#added += value.length;
      return value;
    });
  }
}

interface SubstitutionOptions {
  /** Address of the playlist after redirects. */
  readonly url: string;
  /** Variables of the multivariant playlist, which media playlists may import. */
  readonly imports?: Variables | undefined;
  /** Characters that values may add to the text; references beyond stay. */
  readonly mostAdded?: number | undefined;
}

/**
 * The playlist with its variables filled in. It has as many lines as before, but for those of the definitions.
 * @see RFC 8216bis §4.4.2.3; rule H16
 */
export function substituteVariables(
  text: string,
  options: SubstitutionOptions,
): { readonly text: string; readonly variables: Variables } {
  if (!text.includes(DEFINE)) return { text, variables: NONE };
  const substitution = new Substitution(options);
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    if (line.startsWith(DEFINE)) substitution.define(line.slice(DEFINE.length).trimEnd());
    else lines.push(substitution.replace(line));
  }
  return { text: lines.join('\n'), variables: substitution.variables };
}
