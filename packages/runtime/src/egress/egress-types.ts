import type { Readable } from 'node:stream';
import type { Logger } from '../logger.ts';

export interface EgressRequest {
  /** http or https; `user:password@` is sent as basic authentication. */
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For everything together: names, connection, redirects, headers and body. */
  readonly timeoutMs: number;
  /** Limit of the body, as transferred and after decompression, each. */
  readonly maxBytes: number;
  /** Called with the size of each part of the decompressed body as it arrives, also of a body that is refused later. */
  readonly onBytes?: (bytes: number) => void;
  /** Default 5; 0 answers a redirect as it is. */
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
  /**
   * An HTTP proxy to send this through, `user:password@` as its basic credentials; empty = none. The guard checks its
   * address and the requested one, which is resolved here and given to the proxy as an address (SEC-S59).
   */
  readonly proxyUrl?: string;
}

export interface EgressAnswer {
  /** Any status, also 4xx and 5xx: the caller interprets it. */
  readonly status: number;
  /** The address that answered, after redirects. */
  readonly url: string;
  /** Names in lower case; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Buffer;
}

/** A request whose answer is too large, or lasts too long, to be kept in memory. */
export interface EgressStreamRequest extends Omit<EgressRequest, 'timeoutMs' | 'onBytes'> {
  /** Until the answer begins: names, connection, redirects and headers. */
  readonly headersTimeoutMs: number;
  /** Longest silence of the sender within the body; time in which the reader takes no bytes does not count. */
  readonly idleTimeoutMs: number;
  /** For everything together; none unless given. */
  readonly timeoutMs?: number;
}

export interface EgressStream {
  /** Any status, also 4xx and 5xx. */
  readonly status: number;
  /** The address that answered, after redirects. */
  readonly url: string;
  /** Names in lower case; without `content-length` when the body had to be decompressed. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * To be read to its end or destroyed. Fails with FETCH_FAILED, FETCH_TIMEOUT, FETCH_TOO_LARGE, or with
   * the reason of the caller's signal.
   */
  readonly body: Readable;
}

/** All names and numbers of an address, as `dns.lookup(host, { all: true })` gives them. */
export type LookupAll = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export interface EgressOptions {
  /** Hosts, host:port or CIDR ranges that everybody may reach although they are private. */
  readonly allow?: readonly string[];
  /** The same, for the companies that `setGrants` grants them. */
  readonly offer?: readonly string[];
  readonly logger?: Logger | undefined;
  readonly userAgent?: string;
  /** Name resolution; the system's unless a test brings its own. */
  readonly lookup?: LookupAll;
  /** Connections to one origin, of each company. */
  readonly connectionsPerOrigin?: number;
}

/** The one way out: every address that a user, a manifest or an ad server gives is fetched here. */
export interface Egress {
  /**
   * @throws {DomainError} URL_FORBIDDEN, FETCH_FAILED, FETCH_TIMEOUT, FETCH_TOO_LARGE; the signal's
   * reason when the caller aborts
   */
  request(request: EgressRequest): Promise<EgressAnswer>;
  /**
   * Like `request`, with the body as a stream. Asks for bytes as they are (no compression), so that ranges
   * and lengths hold.
   * @throws {DomainError} URL_FORBIDDEN, FETCH_FAILED, FETCH_TIMEOUT; the signal's reason
   */
  stream(request: EgressStreamRequest): Promise<EgressStream>;
  /**
   * The web's `fetch` through the guard, for client libraries that accept one. An answer must begin within 2 minutes
   * and never be silent for one; bodies of requests are read into memory (at most 64 MiB). Rejects with the errors of
   * `stream`.
   */
  readonly fetch: typeof globalThis.fetch;
  /**
   * Opens one more entry to all companies.
   * @returns a function that withdraws it
   * @throws {TypeError} when the entry is no host, host:port or CIDR range
   */
  allow(entry: string): () => void;
  /** As `allow`, for the companies to which everything is granted: the lab's own address while it runs. */
  offer(entry: string): () => void;
  /**
   * Egress of one company, with a guard and connections of its own. Without grants it reaches the entries that are open
   * to all companies.
   * @see rule SEC-S60
   */
  forTenant(tenantId: string): TenantEgress;
  /**
   * Replaces the grants of all companies, by id: entries like those of `offer`, or `*` for all that are offered. A
   * granted entry that is not offered stays closed. Connections of a company whose grants changed are not used again.
   */
  setGrants(grants: ReadonlyMap<string, readonly string[]>): void;
  /** Refuses an address without resolving its name or connecting. @throws {DomainError} URL_FORBIDDEN */
  check(url: string): void;
  /** Ends kept connections. */
  close(): Promise<void>;
}

/** Egress that belongs to one company, see `Egress.forTenant`. */
export type TenantEgress = Pick<Egress, 'request' | 'stream' | 'fetch' | 'check'>;

/** For code that serves many companies: the caller names the company of each request. */
export interface TenantEgresses<Use extends keyof TenantEgress = keyof TenantEgress> {
  forTenant(tenantId: string): Pick<TenantEgress, Use>;
}
