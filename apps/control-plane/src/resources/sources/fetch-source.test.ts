import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgress, createLogger } from '@interlude/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSourceFetch, sourceLimits } from './fetch-source.ts';

const manifestBytes = 8 * 1024 * 1024;
const large = Buffer.alloc(manifestBytes - 1, '#');

let origin: Server;
let url: string;
beforeAll(async () => {
  origin = createServer((_request, response) => response.end(large));
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/m.m3u8`;
});
afterAll(() => new Promise((resolve) => origin.close(resolve)));

it('SEC-S12 the manifests of one source are limited together, too', async () => {
  const logger = createLogger({ name: 'test', level: 'silent' });
  const egress = createEgress({ logger, allow: [new URL(url).host] });
  const settings = {
    ...{ sourceManifestUrl: url, trueSourceUrl: '', sourceHeaders: {}, sourceOrigins: [] },
    stitcher: { httpProxyUrl: '' },
  };
  const { further } = createSourceFetch(egress, settings, manifestBytes);
  const fits = Math.floor(sourceLimits.wholeBytes / large.length);
  for (let read = 0; read < fits; read += 1) await further(url);
  await expect(further(url)).rejects.toMatchObject({
    ...{ type: 'MANIFEST_TOO_LARGE' },
    message: expect.stringMatching(/more than 50331648 bytes in all its manifests. Shorten /),
  });
  await egress.close();
});
