import { channel } from 'node:diagnostics_channel';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CountingServer, countingServer } from './counting-server.ts';
import { createEgress } from './egress.ts';

/** `{port}` is the port of a server that listens on every loopback address and must never be reached. */
const spellings = [
  // loopback in every spelling of IPv4 that the URL standard reads
  'http://127.0.0.1:{port}/',
  'http://127.0.0.1.:{port}/',
  'http://127.1:{port}/',
  'http://127.0.1:{port}/',
  'http://127.255.255.254:{port}/',
  'http://2130706433:{port}/',
  'http://0x7f000001:{port}/',
  'http://0x7f.1:{port}/',
  'http://0x7f.0x0.0x0.0x1:{port}/',
  'http://0177.0.0.1:{port}/',
  'http://0177.0.0.01:{port}/',
  'http://017700000001:{port}/',
  'http://00000177.0.0.1:{port}/',
  'http://0X7F.0.0.1:{port}/',
  'http://%31%32%37.0.0.1:{port}/',
  'http://①②⑦.⓪.⓪.①:{port}/',
  'http://１２７.０.０.１:{port}/',
  'http://127。0。0。1:{port}/',
  'http:127.0.0.1:{port}/',
  'http:/127.0.0.1:{port}/',
  'http:\\\\127.0.0.1:{port}\\',
  'http:////127.0.0.1:{port}/',
  'hTTp://127.0.0.1:{port}/',
  '  http://127.0.0.1:{port}/  ',
  'http://127.0.\n0.1:{port}/',
  'https://127.0.0.1:{port}/',
  // this host
  'http://0.0.0.0:{port}/',
  'http://0:{port}/',
  'http://00000000:{port}/',
  'http://0x0:{port}/',
  'http://[::]:{port}/',
  'http://[0:0:0:0:0:0:0:0]:{port}/',
  // IPv6 loopback and IPv4 inside IPv6
  'http://[::1]:{port}/',
  'http://[0:0:0:0:0:0:0:1]:{port}/',
  'http://[0000::0001]:{port}/',
  'http://[::127.0.0.1]:{port}/',
  'http://[::7f00:1]:{port}/',
  'http://[::ffff:127.0.0.1]:{port}/',
  'http://[::ffff:7f00:1]:{port}/',
  'http://[0:0:0:0:0:ffff:127.0.0.1]:{port}/',
  'http://[::FFFF:7F00:0001]:{port}/',
  'http://[::ffff:0:127.0.0.1]:{port}/',
  'http://[64:ff9b::127.0.0.1]:{port}/',
  'http://[64:ff9b::7f00:1]:{port}/',
  'http://[64:ff9b:1::7f00:1]:{port}/',
  'http://[2002:7f00:1::]:{port}/',
  'http://[2002:7f00:1::1]:{port}/',
  'http://[2001:0:7f00:1::]:{port}/',
  // private, shared and link-local networks
  'http://10.0.0.1/',
  'http://167772161/',
  'http://012.0.0.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.1.1/',
  'http://0xc0a80101/',
  'http://100.64.0.1/',
  'http://100.127.255.254/',
  'http://198.18.0.1/',
  'http://[::ffff:10.0.0.1]/',
  'http://[fc00::1]/',
  'http://[fd12:3456:789a::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  // the clouds' metadata and control services
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://169.254.170.2/v2/credentials/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::]/',
  'http://[fd00:ec2::254]/',
  'http://[fd20:ce::254]/',
  'http://168.63.129.16/machine?comp=goalstate',
  'http://2822734096/',
  'http://[::ffff:168.63.129.16]/',
  'http://192.0.0.192/opc/v2/',
  'http://100.100.100.200/latest/meta-data/',
  // multicast, broadcast, reserved, documentation
  'http://224.0.0.1/',
  'http://239.255.255.250:1900/',
  'http://255.255.255.255/',
  'http://240.0.0.1/',
  'http://192.0.2.1/',
  'http://203.0.113.7/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  // ambiguous hosts: user info, fragment, query or backslash in front of an @
  'http://example.com@127.0.0.1:{port}/',
  'http://example.com:80@127.0.0.1:{port}/',
  'http://example.com%40127.0.0.1:{port}@127.0.0.1:{port}/',
  'http://127.0.0.1:{port}#@example.com/',
  'http://127.0.0.1:{port}?@example.com/',
  'http://127.0.0.1:{port}\\@example.com/',
  'http://example.com\\@127.0.0.1:{port}/../@127.0.0.1:{port}/',
  // names that resolve to loopback
  'http://localhost:{port}/',
  'http://LOCALHOST:{port}/',
  'http://localhost.:{port}/',
  'http://rebind.example:{port}/',
  'http://six.example:{port}/',
  'http://mapped.example:{port}/',
  'http://nat64.example:{port}/',
  'http://metadata.example/',
  'http://empty.example:{port}/',
  // not HTTP, or nothing at all
  'file:///etc/passwd',
  'file://localhost/etc/passwd',
  'gopher://127.0.0.1:{port}/_GET%20/',
  'ftp://127.0.0.1:{port}/',
  'dict://127.0.0.1:{port}/info',
  'ws://127.0.0.1:{port}/',
  'data:text/plain,hello',
  'javascript:alert(1)',
  'unix:/var/run/docker.sock:/containers/json',
  '//127.0.0.1:{port}/',
  '127.0.0.1:{port}',
  'http://',
  'http://[::1',
  'http://127.0.0.1:99999/',
  'http://1.2.3.4.5.6:x/',
  '',
];

const names: Readonly<Record<string, string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  'rebind.example': ['127.0.0.1'],
  'six.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'metadata.example': ['169.254.169.254', 'fd00:ec2::254'],
  'example.com': ['127.0.0.1'],
};
const lookup = async (name: string) =>
  (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

describe('SEC-S1 egress guard: no address that is not public is ever connected to', () => {
  const egress = createEgress({ lookup });
  let server: CountingServer;
  let sockets = 0;
  const countSocket = () => {
    sockets += 1;
  };

  beforeAll(async () => {
    server = await countingServer((_request, response) => response.end('secret'), { host: '::' });
    channel('net.client.socket').subscribe(countSocket);
  });
  beforeEach(() => {
    sockets = 0;
  });
  afterAll(async () => {
    channel('net.client.socket').unsubscribe(countSocket);
    await egress.close();
    await server.stop();
  });

  it('SEC-S1 the table holds at least 60 spellings, each once', () => {
    expect(spellings.length).toBeGreaterThanOrEqual(60);
    expect(new Set(spellings).size).toBe(spellings.length);
  });

  it.each(spellings)('SEC-S1 refuses %j without opening a socket', async (spelling) => {
    const url = spelling.replaceAll('{port}', String(server.port));
    const request = egress.request({ url, timeoutMs: 5_000, maxBytes: 1_000 });
    await expect(request).rejects.toMatchObject({ name: 'DomainError', code: 'URL_FORBIDDEN' });
    expect({ sockets, connections: server.connections() }).toEqual({ sockets: 0, connections: 0 });
  });

  it('SEC-S1 the listener of this test would have noticed a connection', async () => {
    const open = createEgress({ allow: ['127.0.0.1'] });
    const url = `http://127.0.0.1:${server.port}/`;
    const answer = await open.request({ url, timeoutMs: 5_000, maxBytes: 1_000 });
    await open.close();
    expect({ body: answer.body.toString(), sockets, connections: server.connections() }).toEqual({
      body: 'secret',
      sockets: 1,
      connections: 1,
    });
  });
});

describe('SEC-S1 DNS rebinding', () => {
  it('SEC-S1 connects only to the checked address of an answer that mixes good and bad ones', async () => {
    const bad = await countingServer((_request, response) => response.end('secret'));
    const good = await countingServer((_request, response) => response.end('public'), {
      host: '127.0.0.2',
      port: bad.port,
    });
    const answers = [['127.0.0.1', '127.0.0.2', '::1'], ['127.0.0.1'], ['127.0.0.2']];
    const egress = createEgress({
      allow: ['127.0.0.2/32'],
      lookup: async () => (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
    });
    // closing the connection makes every request resolve the name again
    const send = () =>
      egress.request({
        url: `http://rebind.example:${bad.port}/`,
        timeoutMs: 5_000,
        maxBytes: 1_000,
        method: 'GET',
      });
    good.requests.length = 0;
    expect((await send()).body.toString()).toBe('public');
    await good.stop();
    await expect(send()).rejects.toMatchObject({ code: 'URL_FORBIDDEN' });
    await expect(send()).rejects.toMatchObject({ code: 'FETCH_FAILED' });
    expect(bad.connections()).toBe(0);
    await egress.close();
    await bad.stop();
  });

  it('SEC-S1 resolves a name once for a connection: check and connection cannot see two answers', async () => {
    const server = await countingServer((_request, response) => response.end('public'), {
      host: '127.0.0.2',
    });
    let lookups = 0;
    const egress = createEgress({
      allow: ['127.0.0.2/32'],
      lookup: async () => {
        lookups += 1;
        return [{ address: lookups === 1 ? '127.0.0.2' : '127.0.0.1', family: 4 }];
      },
    });
    const url = `http://rebind.example:${server.port}/`;
    const first = await egress.request({ url, timeoutMs: 5_000, maxBytes: 1_000 });
    await setImmediate(); // the connection is back in the pool one turn later
    const second = await egress.request({ url, timeoutMs: 5_000, maxBytes: 1_000 });
    expect([first.body.toString(), second.body.toString(), lookups]).toEqual([
      'public',
      'public',
      1,
    ]);
    await egress.close();
    await server.stop();
  });
});
