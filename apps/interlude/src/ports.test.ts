import { once } from 'node:events';
import { createServer } from 'node:net';
import { parseConfig } from '@interlude/runtime';
import { describe, expect, it } from 'vitest';
import { checkPorts, withFreePorts } from './ports.ts';

describe('ports', () => {
  it('of 0 become free ones that differ; others stay', async () => {
    const env = await withFreePorts({ PORT: '0', STITCHER_PORT: '0', LAB_PORT: '3200' });
    expect(Number(env['PORT'])).toBeGreaterThan(0);
    expect(env['PORT']).not.toBe(env['STITCHER_PORT']);
    expect(env['LAB_PORT']).toBe('3200');
  });

  it('are looked at for the roles that start here only', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const config = parseConfig({ PORT: '0', STITCHER_PORT: port, LAB_PORT: '0' }, '/');
    await expect(checkPorts(config, ['control-plane', 'stitcher'])).rejects.toMatchObject({
      code: 'PORT_IN_USE',
      details: { variable: 'STITCHER_PORT' },
    });
    await checkPorts(config, ['control-plane', 'lab', 'worker']);
    taken.close();
  });
});
