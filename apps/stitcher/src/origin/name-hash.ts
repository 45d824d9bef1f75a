import { createHash } from 'node:crypto';

/** Under this a source or a content id may have a configuration of its own. */
export const nameHash = (text: string): string =>
  createHash('sha256').update(text, 'latin1').digest('hex');
