import type { DashPublication } from '../plan/splice-plan.ts';

/** 53-bit digest of a text (cyrb53): distinguishes two outputs of one session, nothing more. */
export function digestOf(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0);
}

/**
 * The next publication of a session: publishTime moves exactly when the content does, and never back (D11).
 * @returns the same object when the content is the same
 */
export function publish(
  before: DashPublication | undefined,
  content: string,
  at: { readonly nowMs: number } & Pick<DashPublication, 'delayMs' | 'replacesClocks'>,
): DashPublication {
  const digest = digestOf(content);
  if (before?.digest === digest) return before;
  const publishTimeMs = Math.max(Math.floor(at.nowMs), (before?.publishTimeMs ?? 0) + 1);
  return {
    digest,
    publishTimeMs,
    delayMs: before?.delayMs ?? at.delayMs,
    replacesClocks: before?.replacesClocks ?? at.replacesClocks,
  };
}
