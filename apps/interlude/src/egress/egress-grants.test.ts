import { createEgressGrantStore, createTenantStore } from '@interlude/persistence';
import { createEgress, createLogger } from '@interlude/runtime';
import { type TemplateDatabase, templateDatabase } from '@interlude/testkit';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { followEgressGrants, followGrants } from './egress-grants.ts';

let template: TemplateDatabase;
beforeAll(async () => {
  template = await templateDatabase();
});
afterAll(() => template.drop());
afterEach(() => void vi.useRealTimers());

const logger = createLogger({ name: 'test', level: 'silent' });

it('SEC-S60 a process follows the grants of the database, from its start on', async () => {
  const { database } = template;
  const tenants = createTenantStore(database);
  const { id: first } = await tenants.create({ name: 'First', expiresAt: null });
  const { id: second } = await tenants.create({ name: 'Second', expiresAt: null });
  const grants = createEgressGrantStore(database);
  await grants.set(first, ['*']);
  const egress = createEgress({ offer: ['10.0.0.0/8'] });
  const end = await followEgressGrants(database, { egress, logger });
  const reaches = (id: string, host: string) => {
    try {
      egress.forTenant(id).check(`http://${host}/`);
      return true;
    } catch {
      return false;
    }
  };
  expect([reaches(first, '10.1.2.3'), reaches(second, '10.1.2.3')]).toEqual([true, false]);
  await grants.set(second, ['10.1.0.0/16']);
  await expect.poll(() => reaches(second, '10.1.2.3')).toBe(true);
  expect(reaches(second, '10.2.0.1')).toBe(false);
  await grants.set(first, []);
  await expect.poll(() => reaches(first, '10.1.2.3')).toBe(false);
  end();
  await egress.close();
});

/** Grants whose reads the test answers itself, and the grants that were set. */
function grantsByHand() {
  const set: string[][] = [];
  const reads: { answer: (...tenantIds: string[]) => void; fail: () => void }[] = [];
  let announce: () => void = () => undefined;
  let watches = 0;
  const options = {
    logger,
    egress: {
      setGrants: (grants: ReadonlyMap<string, readonly string[]>) =>
        void set.push([...grants.keys()]),
    },
    list: () =>
      new Promise<{ tenantId: string; name: string; entries: string[] }[]>((resolve, reject) => {
        reads.push({
          answer: (...ids) =>
            resolve(ids.map((tenantId) => ({ tenantId, name: tenantId, entries: ['*'] }))),
          fail: () => reject(new Error('the database is away')),
        });
      }),
    watch: async (onChange: () => void) => {
      announce = onChange;
      watches += 1;
      return () => {
        watches -= 1;
      };
    },
  };
  return { options, set, reads, announce: () => announce(), watches: () => watches };
}

it('SEC-S60 a change that is announced during the first reading is read after it', async () => {
  const { options, set, reads, announce } = grantsByHand();
  const following = followGrants(options);
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  announce();
  reads[0]?.answer('before');
  const end = await following;
  await vi.waitFor(() => expect(reads).toHaveLength(2));
  reads[1]?.answer('after');
  await vi.waitFor(() => expect(set).toEqual([['before'], ['after']]));
  end();
});

it('SEC-S60 grants that could not be read are read again until they are', async () => {
  vi.useFakeTimers();
  const { options, set, reads, announce, watches } = grantsByHand();
  const following = followGrants(options);
  await vi.advanceTimersByTimeAsync(0);
  reads[0]?.answer('first');
  const end = await following;
  announce();
  for (const index of [1, 2]) {
    await vi.advanceTimersByTimeAsync(5_000);
    reads[index]?.fail();
    await vi.advanceTimersByTimeAsync(0);
  }
  await vi.advanceTimersByTimeAsync(5_000);
  reads[3]?.answer('second');
  await vi.advanceTimersByTimeAsync(60_000);
  expect([reads.length, set]).toEqual([4, [['first'], ['second']]]);
  announce();
  await vi.advanceTimersByTimeAsync(0);
  reads[4]?.fail();
  end();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([reads.length, watches()]).toEqual([5, 0]);
});

it('SEC-S60 a process does not start without its grants', async () => {
  const { options, reads, watches } = grantsByHand();
  const following = followGrants(options);
  await vi.waitFor(() => expect(reads).toHaveLength(1));
  reads[0]?.fail();
  await expect(following).rejects.toThrow('away');
  expect(watches()).toBe(0);
});
