import { isWebhookSecret } from '@interlude/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../testing/answers.suite.ts';
import { show as showPage } from '../../testing/show.suite.tsx';
import { ProfilePage } from './profile-page.tsx';
import { SubscriptionEditor } from './subscription-editor.tsx';
import type { Subscription } from './subscription-form.ts';

afterEach(cleanup);

function Held({ onShown }: { onShown: (subscriptions: readonly Subscription[]) => void }) {
  const [subscriptions, setSubscriptions] = useState<readonly Subscription[]>([]);
  onShown(subscriptions);
  return (
    <SubscriptionEditor
      subscriptions={subscriptions}
      problems={subscriptions.map(({ webhookUrl }) => ({
        webhookUrl: webhookUrl === 'x' ? 'Enter a valid url' : undefined,
      }))}
      onChange={setSubscriptions}
    />
  );
}

function show() {
  let current: readonly Subscription[] = [];
  const keep = (shown: readonly Subscription[]) => {
    current = shown;
  };
  render(
    <MantineProvider env="test">
      <Held onShown={keep} />
    </MantineProvider>,
  );
  return () => current;
}

async function choose(label: string, option: string) {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  await userEvent.click(screen.getByRole('option', { name: option }));
}
const options = (label: string) =>
  userEvent
    .click(screen.getByRole('combobox', { name: label }))
    .then(() => screen.getAllByRole('option').map((option) => option.textContent));

describe('the profile', () => {
  it("PROF-012 says 'Cannot get logged in user' where it cannot be read, and reads it again", async () => {
    const network = answerCalls({});
    await showPage(<ProfilePage />);
    expect((await screen.findByRole('alert')).textContent).toContain('Cannot get logged in user');
    const reads = () => network.calls('GET /api/v2/users/u1').length;
    const before = reads();
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(reads()).toBeGreaterThan(before);
    network.restore();
  });
});

describe('the editor of subscriptions', () => {
  it('PROF-006 adds one with topic workflow.jobs.failed, channel email, listenTo own', async () => {
    const current = show();
    await userEvent.click(screen.getByRole('button', { name: 'Add subscription' }));
    expect(current()).toMatchObject([
      { topic: 'workflow.jobs.failed', channel: 'email', listenTo: 'own' },
    ]);
    expect(screen.queryByLabelText('Webhook url')).toBeNull();
    expect(await options('Listen to')).toEqual(['Own', 'All']);
  });

  it('PROF-008 PROF-010 PROF-011 OP-35 slack asks for a url, webhook for url and method', async () => {
    const current = show();
    await userEvent.click(screen.getByRole('button', { name: 'Add subscription' }));
    await choose('Channel', 'Slack');
    expect(screen.queryByRole('combobox', { name: 'Method' })).toBeNull();
    await userEvent.type(screen.getByLabelText('Webhook url'), 'x');
    expect(screen.getByText('Enter a valid url')).toBeDefined();
    await choose('Channel', 'Webhook');
    expect(await options('Method')).toEqual(['GET', 'POST', 'PUT', 'DELETE']);
    await userEvent.click(screen.getByRole('option', { name: 'PUT' }));
    expect(current()).toMatchObject([
      { channel: 'webhook', webhookUrl: 'x', webhookMethod: 'PUT' },
    ]);
    const [{ webhookSecret = '' } = {}] = current();
    expect(isWebhookSecret(webhookSecret)).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'New secret' }));
    expect(current()[0]?.webhookSecret).not.toBe(webhookSecret);
    await userEvent.click(screen.getByRole('button', { name: 'Remove subscription 1' }));
    expect(current()).toEqual([]);
  });
});
