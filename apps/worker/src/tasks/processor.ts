/** The engine that a job reads, measures and encodes with: one for all its tasks. */
import type { MediaProcessor } from '@interlude/media-engine';
import type { TaskContext } from '../jobs/task.ts';

const engines = ['node-av', 'ffmpeg'] as const;

export function processorOf({ run, parts }: TaskContext): Promise<MediaProcessor> {
  const asked = run.tasks.find(({ type }) => type === 'encode')?.settings['engine'];
  const engine = engines.find((known) => known === asked) ?? 'auto';
  return parts.findProcessor(run.tenantId, engine);
}
