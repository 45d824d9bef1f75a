import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from './answers.suite.ts';

let network = answerCalls({});
network.restore();
afterEach(() => {
  network.restore();
});

const flow = 'GET /api/v2/flows';
const read = (path: string, init?: RequestInit) => fetch(`http://localhost${path}`, init);

describe('the API in component tests', () => {
  it('answers with the status, the schema and the total of the route', async () => {
    network = answerCalls({ [flow]: { body: [] } });
    const answer = await read('/api/v2/flows?limit=10');
    expect([answer.status, await answer.json()]).toEqual([200, []]);
    expect(answer.headers.get('x-total-count')).toBe('0');
    expect(network.calls(flow)).toHaveLength(1);
  });

  it('drops a key that the schema of the answer does not name, as the server does', async () => {
    const line = { at: '2026-03-01T12:00:00.000Z', attempt: 1, level: 'info', task: '', text: 'x' };
    network = answerCalls({ 'GET /api/v2/jobs/j1/log': { body: [{ ...line, worker: 'w1' }] } });
    expect(await (await read('/api/v2/jobs/j1/log')).json()).toEqual([line]);
  });

  it('answers 500 to a route without an answer', async () => {
    network = answerCalls({});
    expect((await read('/api/v2/flows')).status).toBe(500);
  });

  it.each([
    ['an unknown route', '/api/v2/nothing', undefined, {}],
    ['a query that the route refuses', '/api/v2/flows?limit=many', undefined, { body: [] }],
    [
      'a body that the route refuses',
      '/api/v2/flows',
      { method: 'POST', body: '{}' },
      { body: {} },
    ],
    ['an answer of another shape', '/api/v2/flows', undefined, { body: [{ id: 1 }] }],
    ['another status', '/api/v2/flows', undefined, { status: 201, body: [] }],
    [
      'an error of another status',
      '/api/v2/flows',
      undefined,
      {
        status: 409,
        body: { errorCode: 'FLOW_NOT_FOUND', message: '' },
      },
    ],
    ['an error without a message', '/api/v2/flows', undefined, { status: 500, body: {} }],
  ])('fails the request and the test for %s', async (_case, path, init, answer) => {
    const method = init?.method ?? 'GET';
    network = answerCalls({ [`${method} ${path.split('?')[0]}`]: answer });
    await expect(read(path, init)).rejects.toThrow();
    expect(network.restore).toThrow();
  });
});
