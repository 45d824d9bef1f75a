import type { ShareLink } from '@interlude/contract';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TitleBar } from '../../../app/shell/title-bar.tsx';
import { ReportsPage } from '../../../features/reports/reports-page.tsx';
import { answerCalls } from '../../../testing/answers.suite.ts';
import { drawnTexts } from '../../../testing/canvas.suite.ts';
import {
  definition,
  lineData,
  reportAnswers,
  savedChoices,
  sent,
  withoutWatcher,
} from '../../../testing/reports.suite.ts';
import { show, testSession } from '../../../testing/show.suite.tsx';

const link: ShareLink = {
  ...{ id: 'l1', name: 'For the board', title: 'Ad views over time', kind: 'live' },
  ...{ createdBy: 'jane@example.org', createdAt: '2026-11-20T00:00:00.000Z' },
  expiresAt: '2026-12-20T00:00:00.000Z',
};
const token = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ';
const create = 'POST /api/v2/share-links';

let network = answerCalls({});
let canvas = drawnTexts();
let watch = withoutWatcher();
beforeEach(() => {
  canvas = drawnTexts();
  watch = withoutWatcher();
});
afterEach(async () => {
  cleanup();
  await sent();
  network.restore();
  canvas.restore();
  watch();
});

describe('sharing a card', () => {
  const page = async (role: 'Editor' | 'Viewer') => {
    network.restore();
    network = answerCalls(
      reportAnswers([definition('ad-views')], savedChoices(), {
        'GET /api/v2/systems/s1/reports/ad-views': { body: lineData() },
        [create]: { body: { ...link, token } },
      }),
    );
    const element = (
      <TitleBar productName="Interlude">
        <ReportsPage />
      </TitleBar>
    );
    const path = '/app/reports?period=Last%20month&compare=off&channels=a,b';
    await show(element, { user: { ...testSession.user, role } }, path);
    return within(await screen.findByRole('article', { name: 'Ad views over time' }));
  };

  it('SEC-S106 sends what the card shows, and shows its link once, with the token behind #', async () => {
    const card = await page('Editor');
    await userEvent.click(card.getByRole('button', { name: 'Share: Ad views over time' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Share Ad views over time' }));
    await userEvent.click(dialog.getByLabelText('Live figures'));
    await userEvent.selectOptions(dialog.getByLabelText('Ends'), '7');
    await userEvent.click(dialog.getByRole('button', { name: 'Make link' }));
    const field = await dialog.findByLabelText<HTMLInputElement>('Link');
    expect(field.value).toBe(`${location.origin}/shared#${token}`);
    const { timeZone: zone } = Intl.DateTimeFormat().resolvedOptions();
    expect(network.calls(create).map(({ body }) => body)).toEqual([
      {
        ...{ name: 'Ad views over time', kind: 'live', days: 7, system: 's1', chart: 'ad-views' },
        ...{ interval: 86_400_000, campaignName: '', viewOption: null, timing: 'last', zone },
        channelIds: ['a', 'b'],
        timePeriods: [{ type: 'Last month' }, { type: 'Previous period', compareWith: false }],
      },
    ]);
  });

  it('SEC-S106 is offered to those who may write alone', async () => {
    const card = await page('Viewer');
    expect(card.queryByRole('button', { name: /^Share/ })).toBeNull();
  });
});
