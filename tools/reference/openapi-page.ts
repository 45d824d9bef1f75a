import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openApiDocument } from '@interlude/control-plane';
import { z } from 'zod';
import { root } from '../root.ts';

const packageFile = z.object({ version: z.string() });

export async function openApiPage(): Promise<string> {
  const text = await readFile(join(root, 'package.json'), 'utf8');
  const { version } = packageFile.parse(JSON.parse(text));
  const document = openApiDocument({ publicUrl: 'http://127.0.0.1:3000', version });
  return `${JSON.stringify(document, null, 2)}\n`;
}
