/** Opens a file in the child with the limits that both engines have. */
import { Demuxer } from 'node-av';
import { inputLimits } from '../input-limits.ts';
import type { UnreadableFinding } from '../probe/look-at-file.ts';

/** A fault of the file, not of the engine. */
export class UnreadableError extends Error {
  readonly finding: UnreadableFinding;

  constructor(message: string, finding: UnreadableFinding = 'NOT_A_MEDIA_FILE') {
    super(message);
    this.finding = finding;
  }
}

export async function openFile(file: string): Promise<Demuxer> {
  try {
    return await Demuxer.open(file, { options: { ...inputLimits } });
  } catch (error) {
    throw new UnreadableError(error instanceof Error ? error.message : String(error));
  }
}
