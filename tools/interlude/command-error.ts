/** An expected failure; the message is a sentence for the person who typed the command. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
