/**
 * The last page of a silent sign-in (prompt=none in a hidden frame): it posts its URL to the parent window, in the
 * message that oidc-client-ts expects, to the console's origin only.
 */
import { createHash } from 'node:crypto';

const script = `parent.postMessage({source:"oidc-client",url:location.href,keepOpen:false},location.origin);`;

export const silentPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Interlude</title></head><body><script>${script}</script></body></html>`;
export const silentScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
