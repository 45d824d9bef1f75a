// Absolute URIs by joining text (RFC 3986 5.2), because playlists are read as latin1: the URL class
// would encode each byte of a UTF-8 path as a character of its own.

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const BASE = /^([a-z][a-z0-9+.-]*:)\/\/([^/?#]*)([^?#]*)(\?[^#]*)?/i;

function withoutDotSegments(path: string): string {
  if (!path.includes('/.')) return path;
  const kept: string[] = [];
  const parts = path.split('/');
  parts.forEach((part, index) => {
    const last = index === parts.length - 1;
    if (part === '..') {
      if (kept.length > 1) kept.pop();
      if (last) kept.push('');
    } else if (part === '.') {
      if (last) kept.push('');
    } else kept.push(part);
  });
  return kept.join('/');
}

export type UriResolver = (uri: string) => string;

/** A function that makes the URIs of one document absolute; one that is absolute stays byte for byte. */
export function uriResolver(baseUrl: string): UriResolver {
  const match = BASE.exec(baseUrl);
  const [, scheme = '', authority = '', path = '', query = ''] = match ?? [];
  if (match === null) return (uri) => uri;
  const root = `${scheme}//${authority}`;
  const directory = path.slice(0, path.lastIndexOf('/') + 1) || '/';
  return (uri) => {
    if (SCHEME.test(uri)) return uri;
    if (uri === '') return root + path + query;
    if (uri.startsWith('//')) return scheme + uri;
    if (uri.startsWith('?')) return root + path + uri;
    const end = uri.search(/[?#]/);
    const own = end < 0 ? uri : uri.slice(0, end);
    const rest = end < 0 ? '' : uri.slice(end);
    return root + withoutDotSegments(own.startsWith('/') ? own : directory + own) + rest;
  };
}
