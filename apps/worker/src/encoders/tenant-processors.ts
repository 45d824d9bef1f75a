/** The media engine of a tenant's jobs: that of the workflow, else of the tenant's FFmpeg system, else the best available. */
import { listQuery } from '@interlude/contract';
import {
  chooseMediaProcessor,
  type EngineName,
  type MediaProcessor,
} from '@interlude/media-engine';
import { createSystemStore, type Database } from '@interlude/persistence';

export interface TenantProcessorsOptions {
  readonly database: Database;
  /** FFMPEG_PATH */
  readonly ffmpegPath: string | undefined;
  /** MEDIA_RUN_AS */
  readonly runAs: string | undefined;
}

const engines: readonly EngineName[] = ['node-av', 'ffmpeg'];

export function createTenantProcessors({ database, ffmpegPath, runAs }: TenantProcessorsOptions) {
  const systems = createSystemStore(database);
  const made = new Map<string, Promise<MediaProcessor>>();

  const choose = (engine: EngineName | undefined): Promise<MediaProcessor> => {
    const key = engine ?? 'auto';
    const known = made.get(key);
    if (known !== undefined) return known;
    const chosen = chooseMediaProcessor({ engine, ffmpegPath, runAs });
    // The next job finds an engine that was installed meanwhile.
    chosen.catch(() => made.delete(key));
    made.set(key, chosen);
    return chosen;
  };

  return {
    async find(tenantId: string, engine: EngineName | 'auto'): Promise<MediaProcessor> {
      if (engine !== 'auto') return choose(engine);
      const query = { ...listQuery.parse({}), type: 'ffmpeg' };
      const [system] = (await systems.list(tenantId, query)).rows;
      return choose(engines.find((known) => known === system?.settings['engine']));
    },
  };
}
