// EXT-X-DEFINE of a multivariant playlist (RFC 8216bis 4.4.2.3): its URIs are requested with variables substituted.
import { parseAttributeList } from '@interlude/hls';

const REFERENCE = /\{\$([\w-]{1,100})\}/g;
const DEFINE = /^#EXT-X-DEFINE:(.*)$/gm;
const MAX_VARIABLES = 1_000;
/** Characters of one address: nested variables must not fill the memory. */
const MAX_ADDRESS_LENGTH = 8_192;

export type Variables = ReadonlyMap<string, string>;

/** @param url of the playlist, after redirects: QUERYPARAM takes values from it */
export function definedVariables(text: string, url: string): Variables {
  const variables = new Map<string, string>();
  const query = URL.parse(url)?.searchParams;
  for (const [, list = ''] of text.matchAll(DEFINE)) {
    if (variables.size >= MAX_VARIABLES) break;
    const attributes = parseAttributeList(list.trim());
    const name = attributes.get('NAME');
    const parameter = attributes.get('QUERYPARAM');
    if (name !== undefined)
      variables.set(name, withVariables(attributes.get('VALUE') ?? '', variables));
    else if (parameter !== undefined) variables.set(parameter, query?.get(parameter) ?? '');
  }
  return variables;
}

/** Substitutes variables; a reference to one that is not defined stays as it is. */
export function withVariables(address: string, variables: Variables): string {
  if (variables.size === 0) return address;
  return address
    .replaceAll(REFERENCE, (reference, name: string) => variables.get(name) ?? reference)
    .slice(0, MAX_ADDRESS_LENGTH);
}
