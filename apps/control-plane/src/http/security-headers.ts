/**
 * Headers of every answer and the content security policies (SEC-S10): scripts only from ourselves, or
 * by hash; media and fetches may go to any http(s) origin, because the player loads the operators'
 * own streams. Cross-origin reads of the API are not allowed: the console is same-origin.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** `'sha256-…'` source expressions of the inline scripts of a page. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gi)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
}

/** Policy of the console. */
export function consolePolicy(options: {
  /** Those of its inline scripts, if it has any. */
  scriptHashes: readonly string[];
  /** Origin of the identity provider, for the hidden frame of a silent sign-in. */
  identityOrigin: string;
  /** URL of the usage analytics script, if there is one. */
  analyticsScriptUrl: string | undefined;
  /** True for the page inside that frame. */
  framed: boolean;
}): string {
  const { scriptHashes, identityOrigin, framed, analyticsScriptUrl } = options;
  const analytics = analyticsScriptUrl === undefined ? [] : [new URL(analyticsScriptUrl).origin];
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...scriptHashes, ...analytics].join(' ')}`,
    "style-src 'self' 'unsafe-inline'", // the component library sets style attributes and elements
    "img-src 'self' data: blob: http: https:",
    "font-src 'self' data:",
    "media-src 'self' blob: http: https:",
    "connect-src 'self' blob: http: https:",
    "worker-src 'self' blob:",
    `frame-src 'self' ${identityOrigin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framed ? "'self'" : "'none'"}`,
  ].join('; ');
}

/** Content-Security-Policy of server-made pages: only their own styles and scripts, by hash. */
export function pagePolicy(options: {
  scriptHashes?: readonly string[];
  styleHashes?: readonly string[];
  frameAncestors?: "'self'" | "'none'";
  formAction?: readonly string[];
}): string {
  const { scriptHashes = [], styleHashes = [], frameAncestors = "'none'" } = options;
  return [
    "default-src 'none'",
    `script-src ${scriptHashes.length > 0 ? scriptHashes.join(' ') : "'none'"}`,
    `style-src ${styleHashes.length > 0 ? styleHashes.join(' ') : "'none'"}`,
    "img-src 'self' data:",
    `form-action ${["'self'", ...(options.formAction ?? [])].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ');
}

/** Headers of every answer; pages replace the strict policy of the API by their own. */
export function baseHeaders(https: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    ...(https && { 'strict-transport-security': 'max-age=31536000' }),
  };
}

export function addSecurityHeaders(app: FastifyInstance, publicUrl: string): void {
  const headers = baseHeaders(publicUrl.startsWith('https:'));
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id);
    done();
  });
}
