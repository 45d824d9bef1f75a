/**
 * Serves the built console from its folder: hashed assets are cached for a year, the page itself is always revalidated.
 * Each file is compressed once and kept in memory; a file that changes on disk is read again.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { inlineScriptHashes } from '../http/security-headers.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Below this many bytes compression costs more than it saves. */
const minCompressedBytes = 1_024;
/** Quality of brotli: nearly as small as the best, at a tenth of its time. */
const brotliQuality = 6;

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};
const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/;

export interface ConsoleFile {
  readonly contentType: string;
  readonly etag: string;
  readonly cacheControl: string;
  /** Set for HTML: the hashes of its inline scripts. */
  readonly scriptHashes: readonly string[] | undefined;
  /** The bytes in the best of the encodings the client accepts. */
  encode(acceptEncoding: string): Promise<{ body: Buffer; encoding: 'br' | 'gzip' | undefined }>;
}

export interface ConsoleFiles {
  /** `path` is a URL path that begins with a slash; undefined when there is no such file. */
  find(path: string): Promise<ConsoleFile | undefined>;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function buildFile(path: string, bytes: Buffer): ConsoleFile {
  const contentType = contentTypes[extname(path)] ?? 'application/octet-stream';
  const small = bytes.length < minCompressedBytes || !compressible.test(contentType);
  const br = once(() =>
    compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  );
  const gz = once(() => compressGzip(bytes));
  const isPage = contentType.startsWith('text/html');
  return {
    contentType,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    scriptHashes: isPage ? inlineScriptHashes(bytes.toString('utf8')) : undefined,
    encode: async (accepted) => {
      if (small) return { body: bytes, encoding: undefined };
      if (/\bbr\b/.test(accepted)) return { body: await br(), encoding: 'br' };
      if (/\bgzip\b/.test(accepted)) return { body: await gz(), encoding: 'gzip' };
      return { body: bytes, encoding: undefined };
    },
  };
}

function safePath(path: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (!/^\/[\w./@~+-]*$/.test(decoded)) return undefined;
  const normal = normalize(decoded);
  return normal.startsWith('/') && !normal.includes('/.') ? normal : undefined;
}

export function createConsoleFiles(folder: string): ConsoleFiles {
  const cache = new Map<string, { mtimeMs: number; size: number; file: ConsoleFile }>();
  return {
    async find(path) {
      const safe = safePath(path);
      if (safe === undefined) return undefined;
      const location = join(folder, safe);
      const status = await stat(location).catch(() => undefined);
      if (!status?.isFile()) return undefined;
      const known = cache.get(safe);
      if (known?.mtimeMs === status.mtimeMs && known.size === status.size) return known.file;
      const file = buildFile(safe, await readFile(location));
      cache.set(safe, { mtimeMs: status.mtimeMs, size: status.size, file });
      return file;
    },
  };
}
