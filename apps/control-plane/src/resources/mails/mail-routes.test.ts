import { contract } from '@interlude/contract/api';
import { createMailStore } from '@interlude/persistence';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestPlane, type TestPlane } from '../../testing/control-plane.suite.ts';

const planes: TestPlane[] = [];
afterAll(async () => {
  for (const plane of planes) await plane.stop();
});

async function mailsWith(env: Record<string, string>) {
  const plane = await startTestPlane({ env });
  planes.push(plane);
  await createMailStore(plane.database).send({ to: 'a@b.example', subject: 'Hello', text: 'x' });
  const user = await plane.user(await plane.tenant('Acme'), 'SuperAdmin');
  return [...(await plane.client(user)(contract.mails.list, {}))];
}

describe('GET /api/v2/mails', () => {
  it('answers the kept mails to a SuperAdmin', async () => {
    expect(await mailsWith({})).toMatchObject([{ to: 'a@b.example', subject: 'Hello', text: 'x' }]);
  });

  it('SEC-S13 answers none when a mail server is set', async () => {
    expect(await mailsWith({ SMTP_URL: 'smtp://mail.example:25' })).toHaveLength(0);
  });
});
