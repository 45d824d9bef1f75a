/**
 * Routes of the server: one object per family of addresses. They are tried in the order in which `app.ts` lists them,
 * so that the first that knows an address answers it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Routes {
  /** Prefixes of its addresses, such as `/hls/`; the server passes it no others. */
  readonly prefixes: readonly string[];
  /** Methods beside GET and HEAD; OPTIONS is answered by the server. */
  readonly methods?: readonly string[];
  /**
   * Answers when nothing has to be waited for; false = `handle` is called. It counts its own answers, because a metric
   * with labels would cost more than the answer.
   */
  handleNow?(url: string, request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * Answers, or false when the address is none of these. `url` is as node:http gives it, with its query.
   * @throws {DomainError} it becomes the answer
   */
  handle(url: string, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** The label `kind` of the requests' metric. */
  kindOf(url: string): string;
}
