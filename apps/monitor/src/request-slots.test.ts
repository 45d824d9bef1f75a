import { expect, test } from 'vitest';
import { createRequestSlots } from './request-slots.ts';

/** Requests that answer when `end` is called. */
function requests() {
  const slots = createRequestSlots({ requests: 8, requestsOfTenant: 4 });
  const running: string[] = [];
  const ends: (() => void)[] = [];
  const request = (tenantId: string) =>
    slots.of(tenantId)(async () => {
      running.push(tenantId);
      await new Promise<void>((end) => ends.push(end));
    });
  const end = () => {
    for (const one of ends.splice(0)) one();
  };
  return { request, running, end };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('SEC-S91 requests without an answer of some companies keep no other company waiting', async () => {
  const { request, running } = requests();
  for (const tenantId of ['a', 'b', 'c'])
    for (let one = 0; one < 20; one += 1) void request(tenantId);
  await turn();
  expect(running.join('')).toBe('aaaabbbbc');
  void request('d');
  await turn();
  expect(running).toContain('d');
});

test('a company has no more than its share, and each request has its turn', async () => {
  const { request, running, end } = requests();
  const all = Array.from({ length: 10 }, () => request('a'));
  await turn();
  expect(running).toHaveLength(4);
  for (let round = 0; round < 3; round += 1) {
    end();
    await turn();
  }
  end();
  await Promise.all(all);
  expect(running).toHaveLength(10);
});
