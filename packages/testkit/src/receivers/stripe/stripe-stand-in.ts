/**
 * A stand-in for the part of Stripe that Interlude uses, over HTTP on a free port of loopback: its form encoding,
 * errors, idempotency keys of a day, meters, periods, invoices and signatures.
 */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { parseForm } from './form.ts';
import { Refusal, StripeAccount } from './stripe-account.ts';
import { answerRequest } from './stripe-routes.ts';

export interface StripeRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly idempotencyKey: string;
}

/** `fail` answers 500; `sleep` never answers; `lose` does the work and ends the connection before it answers. */
export type StripeManner = 'ok' | 'fail' | 'sleep' | 'lose';

export interface StripeStandIn {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly account: StripeAccount;
  readonly received: StripeRequest[];
  manner: StripeManner;
  /** A message as Stripe sends it: body, and the header `stripe-signature`. */
  message(
    type: string,
    object: { readonly id: string },
    options?: { readonly id?: string; readonly atMs?: number; readonly secret?: string },
  ): { readonly body: string; readonly signature: string };
  stop(): Promise<void>;
}

interface KeptAnswer {
  readonly request: string;
  readonly status: number;
  readonly body: string;
  readonly at: number;
}

const secretKey = 'sk_test_standin_0123456789abcdef';
const webhookSecret = 'whsec_standin_0123456789abcdef';
const keyLife = 86_400;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString('utf8');
}

const errorText = (error: unknown): { status: number; body: string } => {
  if (!(error instanceof Refusal)) throw error;
  return { status: error.status, body: JSON.stringify({ error: error.body }) };
};

/** Answers by account, key and parameters; remembers those with a key. */
function createDoor(account: StripeAccount) {
  const kept = new Map<string, KeptAnswer>();
  const answerOf = (method: string, path: string, text: string) => {
    try {
      const value = answerRequest(account, { method, path, form: parseForm(text) });
      return { status: 200, body: JSON.stringify(value) };
    } catch (error) {
      return errorText(error);
    }
  };
  return (method: string, path: string, text: string, key: string) => {
    const request = `${method} ${path} ${text}`;
    const known = kept.get(key);
    if (key !== '' && known !== undefined && known.at > account.now - keyLife) {
      if (known.request === request) return { ...known, replayed: true };
      const message = 'Keys for idempotent requests can only be used with the same parameters.';
      return {
        ...errorText(new Refusal(400, { type: 'idempotency_error', message })),
        replayed: false,
      };
    }
    const answer = answerOf(method, path, text);
    // Stripe keeps no answer of a request that it refused before it did anything.
    if (key !== '' && answer.status === 200) kept.set(key, { ...answer, request, at: account.now });
    return { ...answer, replayed: false };
  };
}

/** @see Stripe API; Stripe, "Verify webhook signatures manually" */
export async function startStripeStandIn(nowMs = () => Date.now()): Promise<StripeStandIn> {
  const account = new StripeAccount(nowMs);
  const received: StripeRequest[] = [];
  const door = createDoor(account);
  let messages = 0;

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await bodyOf(request);
    const { pathname, search } = new URL(request.url ?? '/', 'http://stripe');
    const { method = 'GET', headers } = request;
    const key = String(headers['idempotency-key'] ?? '');
    received.push({ method, path: pathname, body: text, idempotencyKey: key });
    if (standIn.manner === 'sleep') return;
    const say = (status: number, body: string, replayed = false) =>
      response
        .writeHead(status, {
          'content-type': 'application/json',
          'request-id': `req_${received.length}`,
          ...(replayed && { 'idempotent-replayed': 'true' }),
        })
        .end(body);
    if (headers.authorization !== `Bearer ${secretKey}`) {
      say(401, JSON.stringify({ error: { type: 'invalid_request_error', message: 'No key.' } }));
      return;
    }
    if (standIn.manner === 'fail') {
      say(500, JSON.stringify({ error: { type: 'api_error', message: 'Out of order.' } }));
      return;
    }
    const { status, body, replayed } = door(method, pathname, text || search.slice(1), key);
    if (standIn.manner === 'lose') response.socket?.destroy();
    else say(status, body, replayed);
  }

  const server = createServer((request, response) => {
    void serve(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const standIn: StripeStandIn = {
    ...{ url: `http://127.0.0.1:${port}`, secretKey, webhookSecret, account, received },
    manner: 'ok',
    message(type, object, { id, atMs = nowMs(), secret = webhookSecret } = {}) {
      messages += 1;
      const at = Math.floor(atMs / 1_000);
      const body = JSON.stringify({
        ...{ id: id ?? `evt_${messages}`, object: 'event', type, created: at, livemode: false },
        data: { object },
      });
      const digest = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      return { body, signature: `t=${at},v1=${digest}` };
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return standIn;
}
