/**
 * The country of a viewer's network, by a database of the operator (MaxMind DB format, `GEO_DATABASE`). An address is
 * cut to its network before it is looked up: the last byte of IPv4, all but 48 bits of IPv6. Nothing of it is kept.
 * @see MaxMind DB File Format Specification 2.0
 */
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Reader, type Response } from 'mmdb-lib';
import type { Logger } from '../logger.ts';

/** A database of countries has 10 MiB, one of cities 130 MiB; a larger file is no such database. */
const maxBytes = 512 * 1024 * 1024;

export interface CountryLookup {
  /** ISO 3166-1 alpha-2 in upper case; undefined: unknown, or there is no database. */
  countryOf(address: string): string | undefined;
  /** Reads the file again when it has changed. Never rejects: a file that cannot be read leaves the one before. */
  refresh(): Promise<void>;
}

/** Hextets of an IPv6 address, as many as are written out before `::`, at most three of them count. */
function networkOfV6(address: string): string {
  const [head = '', tail] = address.split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const all = [...before, ...new Array<string>(zeros).fill('0'), ...after];
  return `${all.slice(0, 3).join(':')}::`;
}

const mappedV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/**
 * The network of an address: a.b.c.0 or the first 48 bits; undefined for text that is no address.
 * @see rule SEC-S100
 */
export function networkOf(address: string): string | undefined {
  const [bare = ''] = address.split('%', 1);
  const plain = mappedV4.exec(bare)?.[1] ?? bare;
  const version = isIP(plain);
  if (version === 4) return plain.replace(/\d+$/, '0');
  return version === 6 ? networkOfV6(plain) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const alpha2 = /^[A-Za-z]{2}$/;

/** `country.iso_code` of MaxMind and DB-IP, `country_code` of others. */
function codeOf(found: unknown): string | undefined {
  if (!isRecord(found)) return undefined;
  const country = found['country'];
  const code = isRecord(country) ? country['iso_code'] : found['country_code'];
  return typeof code === 'string' && alpha2.test(code) ? code.toUpperCase() : undefined;
}

/**
 * Countries of viewers by a MaxMind DB file of the operator. An address is cut to its network before it is looked up
 * and is not kept. Without a path, and until `refresh` has read the file, no address has a country.
 * @param path of the `.mmdb` file, at most 512 MiB; an unreadable file is logged once, and the last good one stays in
 *   use
 * @see rule SEC-S100
 */
export function createCountryLookup(path: string | undefined, logger: Logger): CountryLookup {
  let reader: Reader<Response> | undefined;
  let version = '';
  let isFailing = false;

  async function read(file: string): Promise<void> {
    const { size, mtimeMs } = await stat(file);
    const found = `${size} ${mtimeMs}`;
    if (found === version) return;
    if (size > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
    reader = new Reader<Response>(await readFile(file));
    version = found;
    isFailing = false;
    const { databaseType, buildEpoch } = reader.metadata;
    logger.info({ databaseType, buildEpoch }, 'the database of countries is read');
  }

  return {
    countryOf: (address) => {
      const network = reader && networkOf(address);
      if (!reader || network === undefined) return undefined;
      // A database of IPv4 alone answers nonsense for IPv6.
      if (isIP(network) === 6 && reader.metadata.ipVersion === 4) return undefined;
      try {
        return codeOf(reader.get(network));
      } catch {
        return undefined; // a damaged record
      }
    },
    refresh: async () => {
      if (path === undefined) return;
      try {
        await read(path);
      } catch (error) {
        if (!isFailing) logger.error({ path, error }, 'the database of countries cannot be read');
        isFailing = true;
      }
    },
  };
}
