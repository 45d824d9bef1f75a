/**
 * The database will not take a batch however often it is sent. It is set aside, and the next ones are counted; any
 * other error passes, and the batch waits.
 */
export class BatchRefused extends Error {
  override readonly name = 'BatchRefused';

  /** @param reason without text of the batch: it stands in logs */
  constructor(reason: string, cause: unknown) {
    super(reason, { cause });
  }
}
