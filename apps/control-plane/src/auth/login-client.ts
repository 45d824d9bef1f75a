/** The client of a login as the person's list of sessions names it: family of browser and system, and network. */
import type { IncomingMessage } from 'node:http';
import type { LoginClient } from '@interlude/persistence';
import { auditNetwork } from '@interlude/runtime';

/** The first that matches counts: most browsers name several. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node$|^undici/i, 'Node.js'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows NT\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Characters of a header that are looked at. */
const maxHeader = 500;

const nameIn = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Such as `Firefox on Linux`; the header itself is not kept. */
export function browserOf(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, maxHeader);
  const browser = nameIn(browsers, text) ?? 'Another client';
  const system = nameIn(systems, text);
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The part of a request from which a session names its client. */
export interface ClientRequest {
  readonly clientAddress: string;
  readonly headers: { readonly 'user-agent'?: string | undefined };
}

export function loginClientOf({ clientAddress, headers }: ClientRequest): LoginClient {
  return { browser: browserOf(headers['user-agent']), network: auditNetwork(clientAddress) };
}

const clients = new WeakMap<IncomingMessage, LoginClient>();

/** Remembers the client for the provider, which sees the raw request without the headers of proxies. */
export function rememberClient(raw: IncomingMessage, request: ClientRequest): void {
  clients.set(raw, loginClientOf(request));
}

export function rememberedClient(raw: IncomingMessage): LoginClient {
  return clients.get(raw) ?? { browser: browserOf(raw.headers['user-agent']), network: '' };
}
