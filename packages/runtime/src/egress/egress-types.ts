import type { Logger } from '../logger.ts';

export interface EgressRequest {
  /** http or https; `user:password@` is sent as basic authentication. */
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** For everything together: names, connection, redirects, headers and body. */
  readonly timeoutMs: number;
  /** Of the body after decompression; also of what comes over the wire. */
  readonly maxBytes: number;
  /** Default 5; 0 answers a redirect as it is. */
  readonly maxRedirects?: number;
  readonly signal?: AbortSignal;
  /**
   * An HTTP proxy to send this through, `user:password@` as its basic credentials; empty = none. The guard
   * judges the proxy's address, and of the asked one what can be seen without resolving its name.
   */
  readonly proxyUrl?: string;
}

export interface EgressAnswer {
  /** Any status, also 4xx and 5xx: what they mean is the caller's business. */
  readonly status: number;
  /** The address that answered, after redirects. */
  readonly url: string;
  /** Names in lower case; repeated headers joined with `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** Decompressed. */
  readonly body: Buffer;
}

/** All names and numbers of an address, as `dns.lookup(host, { all: true })` gives them. */
export type LookupAll = (
  hostname: string,
) => Promise<readonly { readonly address: string; readonly family: number }[]>;

export interface EgressOptions {
  /** Hosts, host:port or CIDR ranges that may be reached although they are private. */
  readonly allow?: readonly string[];
  readonly logger?: Logger | undefined;
  readonly userAgent?: string;
  /** Name resolution; the system's unless a test brings its own. */
  readonly lookup?: LookupAll;
  /** Connections kept to one origin. */
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
   * Allows one more entry (the lab's own address while it runs); gives a function that takes it back.
   * @throws {TypeError} when the entry is no host, host:port or CIDR range
   */
  allow(entry: string): () => void;
  /** Whether an address would be tried at all, without connecting; names are not resolved. */
  check(url: string): void;
  /** Ends kept connections. */
  close(): Promise<void>;
}
