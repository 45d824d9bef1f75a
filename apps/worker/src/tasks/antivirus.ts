/** Asks the scanner. Where none is configured the task says so: never "clean". */
import { createReadStream } from 'node:fs';
import { domainError, taskCatalogue } from '@interlude/contract';
import type { Task } from '../jobs/task.ts';
import { needed } from './needed.ts';

export const antivirus: Task = async ({ parts, goods, signal }, settings) => {
  if (!parts.scanner.isConfigured) {
    if (taskCatalogue.antivirus.settings.parse(settings).required)
      throw domainError('SCANNER_UNSET');
    return { message: 'Not scanned: no scanner is configured (CLAMD_HOST).' };
  }
  const file = needed(goods.file, 'file');
  const { verdict, signature = 'unknown' } = await parts.scanner.scan(
    createReadStream(file),
    signal,
  );
  if (verdict === 'infected') throw domainError('UPLOAD_INFECTED', { signature });
  return { message: 'Clean.' };
};
