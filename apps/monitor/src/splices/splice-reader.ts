/** The engine that decodes splices, chosen when the first splice needs it: most processes wait minutes for one. */
import type { SpliceReader } from '@interlude/media-engine';
import type { Logger } from '@interlude/runtime';

/** Finds the engine that decodes splices; undefined = this machine has none. */
export type FindSpliceReader = () => Promise<SpliceReader | undefined>;

/** Pause before an engine is looked for again, ms. */
const againMs = 10 * 60_000;

/** @param runAs MEDIA_RUN_AS */
export function spliceReaderFinder(
  { runAs, logger }: { readonly runAs: string | undefined; readonly logger: Logger },
  now: () => number,
): FindSpliceReader {
  let found: Promise<SpliceReader | undefined> | undefined;
  let triedAtMs = Number.NEGATIVE_INFINITY;
  const find = async (): Promise<SpliceReader | undefined> => {
    try {
      const { chooseSpliceReader } = await import('@interlude/media-engine');
      const reader = await chooseSpliceReader(runAs);
      logger.info({ engine: reader.version }, 'splices are decoded');
      return reader;
    } catch (error) {
      logger.warn({ err: error }, 'splices are not decoded: no engine can be used');
      return undefined;
    }
  };
  return async () => {
    const reader = await found;
    if (reader !== undefined) return reader;
    if (now() - triedAtMs >= againMs || found === undefined) {
      triedAtMs = now();
      found = find();
    }
    return found;
  };
}
