import { describe, expect, it } from 'vitest';
import { ApiError, type ClientFetch, createClient } from './client.ts';
import { contract } from './contract.ts';

type Sent = { url: string; init: Parameters<ClientFetch>[1] };

function answering(status: number, body: unknown, headers: Record<string, string> = {}) {
  const sent: Sent[] = [];
  const call = createClient({
    baseUrl: 'http://api.example',
    headers: () => ({ authorization: 'Bearer t', 'selected-tenant': 'acme' }),
    fetch: (url, init) => {
      sent.push({ url, init });
      return Promise.resolve({
        ok: status < 400,
        status,
        statusText: 'Status',
        headers: { get: (name) => headers[name] ?? null },
        text: () => Promise.resolve(typeof body === 'string' ? body : JSON.stringify(body)),
      });
    },
  });
  return { call, sent };
}

describe('the typed client', () => {
  it('API-011 API-012 sends the query, the token and the selected tenant', async () => {
    const { call, sent } = answering(200, [], { 'x-total-count': '43' });
    await call(contract.channels.list, { query: { limit: -1, search: 'a&b', sort: '-createdAt' } });
    expect(sent).toEqual([
      {
        url: 'http://api.example/api/v2/channels?limit=-1&search=a%26b&sort=-createdAt',
        init: { method: 'GET', headers: { authorization: 'Bearer t', 'selected-tenant': 'acme' } },
      },
    ]);
  });

  it('API-015 a list is an array with totalCount from x-total-count', async () => {
    const { call } = answering(200, [], { 'x-total-count': '43' });
    expect((await call(contract.channels.list)).totalCount).toBe(43);
  });

  it('API-035 fills and encodes path parameters and sends the body as JSON', async () => {
    const { call, sent } = answering(200, {});
    await call(contract.channels.setState, { params: { id: 'a/b' }, body: { state: 'enabled' } });
    expect(sent[0]).toMatchObject({
      url: 'http://api.example/api/v2/channels/setState/a%2Fb',
      init: { method: 'PUT', body: '{"state":"enabled"}' },
    });
  });

  it('LIST-017 an answer of 400 and up is a failure that keeps the server body', async () => {
    const { call } = answering(409, { code: 409, errorCode: 'EDIT_CONFLICT', message: 'changed' });
    const failure = await call(contract.tenants.read, { params: { id: 'x' } }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      status: 409,
      message: 'changed',
      error: { errorCode: 'EDIT_CONFLICT' },
    });
  });

  it('LIST-017 a good status with a numeric code above 399 is a failure too', async () => {
    const { call } = answering(200, { code: 422, message: 'no' });
    await expect(call(contract.tenants.read, { params: { id: 'x' } })).rejects.toThrow('no');
  });

  it('an answer that is no JSON is a failure with its status text', async () => {
    const { call } = answering(502, '<html>');
    await expect(call(contract.tenants.read, { params: { id: 'x' } })).rejects.toThrow('Status');
  });
});
