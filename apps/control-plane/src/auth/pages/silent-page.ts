/**
 * Where a silent sign-in (prompt=none in a hidden frame) ends: it hands its own URL to the window
 * around it, in the message that oidc-client-ts waits for, to our own origin only.
 */
import { createHash } from 'node:crypto';

const script = `parent.postMessage({source:"oidc-client",url:location.href,keepOpen:false},location.origin);`;

export const silentPage = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Interlude</title></head><body><script>${script}</script></body></html>`;
export const silentScriptHash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
