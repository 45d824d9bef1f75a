import { parseAttributeList } from '../attribute-list.ts';
import type { KeyTag } from './media-playlist.ts';

/**
 * The KEY of a line without its end, e.g. `#EXT-X-KEY:METHOD=AES-128,URI="k"`.
 * @see RFC 8216 §4.3.2.4
 */
export function keyTagOf(text: string, line: number): KeyTag {
  const attributes = parseAttributeList(text.slice(text.indexOf(':') + 1));
  return {
    method: attributes.get('METHOD') ?? '',
    uri: attributes.get('URI'),
    iv: attributes.get('IV'),
    keyFormat: attributes.get('KEYFORMAT') ?? 'identity',
    attributes,
    text,
    line,
  };
}
