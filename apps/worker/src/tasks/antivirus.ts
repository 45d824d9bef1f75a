/** Scans the source. Without a configured scanner the message says that it was not scanned. */
import { createReadStream } from 'node:fs';
import { taskCatalogue } from '@interlude/contract';
import { domainError } from '@interlude/contract/errors';
import type { Task } from './task.ts';
import { requireArtifact } from './task.ts';

export const antivirus: Task = async ({ services, artifacts, signal }, settings) => {
  if (!services.scanner.isConfigured) {
    if (taskCatalogue.antivirus.settings.parse(settings).required)
      throw domainError('SCANNER_UNSET');
    return { message: 'Not scanned: no scanner is configured (CLAMD_HOST).' };
  }
  const file = requireArtifact(artifacts.file, 'file');
  const { verdict, signature = 'unknown' } = await services.scanner.scan(
    createReadStream(file),
    signal,
  );
  if (verdict === 'infected') throw domainError('UPLOAD_INFECTED', { signature });
  return { message: 'Clean.' };
};
