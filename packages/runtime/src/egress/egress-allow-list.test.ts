import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowEntryProblem } from './allow-list.ts';
import { type CountingServer, countingServer } from './counting-server.ts';
import { createEgress } from './egress.ts';

const lookup = async () => [{ address: '127.0.0.1', family: 4 }];

describe('EGRESS_ALLOW', () => {
  let server: CountingServer;
  beforeAll(async () => {
    server = await countingServer((_request, response) => response.end('ok'));
  });
  afterAll(() => server.stop());

  const reach = async (allow: string[], host: string) => {
    const egress = createEgress({ allow, lookup });
    try {
      const url = `http://${host}:${server.port}/`;
      return (await egress.request({ url, timeoutMs: 5_000, maxBytes: 1_000 })).status;
    } catch (error) {
      return error instanceof Error && 'code' in error ? error.code : error;
    } finally {
      await egress.close();
    }
  };

  it.each([
    ['an address', '127.0.0.1', '127.0.0.1', 200],
    ['an address and port', '127.0.0.1:{port}', '127.0.0.1', 200],
    ['another port', '127.0.0.1:1', '127.0.0.1', 'URL_FORBIDDEN'],
    ['a range', '127.0.0.0/8', '127.0.0.1', 200],
    ['a range that does not contain it', '10.0.0.0/8', '127.0.0.1', 'URL_FORBIDDEN'],
    ['a range, by name', '127.0.0.0/8', 'media.intern', 200],
    ['a range, mapped into IPv6', '127.0.0.0/8', '[::ffff:127.0.0.1]', 200],
    ['a name', 'media.intern', 'media.intern', 200],
    ['a name in capitals with the dot of the root', 'media.intern', 'MEDIA.Intern.', 200],
    ['a name and port', 'media.intern:{port}', 'media.intern', 200],
    ['a name and another port', 'media.intern:1', 'media.intern', 'URL_FORBIDDEN'],
    ['another name', 'media.intern', 'other.intern', 'URL_FORBIDDEN'],
    ['a name does not allow the number behind it', 'media.intern', '127.0.0.1', 'URL_FORBIDDEN'],
    ['an address and port, reached by name', '127.0.0.1:{port}', 'media.intern', 200],
    ['an address and another port, by name', '127.0.0.1:1', 'media.intern', 'URL_FORBIDDEN'],
  ])('allows what it says: %s', async (_what, entry, host, expected) => {
    expect(await reach([entry.replace('{port}', String(server.port))], host)).toBe(expected);
  });

  it.each(['media.intern', 'media.intern:80', '10.1.2.3', '[fd00::5]:80', 'fd00::5', '10.0.0.0/8'])(
    'takes %s',
    (entry) => expect(allowEntryProblem(entry)).toBeUndefined(),
  );

  it.each(['http://media.intern', '10.0.0.0/99', 'a b', 'media.intern:99999', ':80', 'x/24', '*'])(
    'refuses %s with a sentence',
    (entry) => expect(allowEntryProblem(entry)).toContain(entry),
  );

  it('can be widened for a while, as the lab does', async () => {
    const egress = createEgress();
    const request = {
      url: `http://127.0.0.1:${server.port}/`,
      timeoutMs: 5_000,
      maxBytes: 1_000,
    };
    const withdraw = egress.allow(`127.0.0.1:${server.port}`);
    expect((await egress.request(request)).status).toBe(200);
    withdraw();
    await expect(egress.request(request)).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    await egress.close();
  });
});
