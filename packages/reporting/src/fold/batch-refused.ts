/**
 * The database refuses a batch for good: it is set aside, and the next ones are counted. Any other error is temporary,
 * and the batch is sent again.
 */
export class BatchRefused extends Error {
  override readonly name = 'BatchRefused';

  /** @param reason without text of the batch: it is logged */
  constructor(reason: string, cause: unknown) {
    super(reason, { cause });
  }
}
