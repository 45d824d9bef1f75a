import type { SharedCard, ShareLink } from '@interlude/contract';
import { MantineProvider } from '@mantine/core';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DialogHost } from '../../components/confirm/dialog-host.tsx';
import { answerCalls } from '../../testing/answers.suite.ts';
import { drawnTexts } from '../../testing/canvas.suite.ts';
import { firstDay, lineData, sent, withoutWatcher } from '../../testing/reports.suite.ts';
import { show } from '../../testing/show.suite.tsx';
import { ShareLinksPage } from './share-links-page.tsx';
import { SharedCardPage } from './shared-card-page.tsx';

const link: ShareLink = {
  ...{ id: 'l1', name: 'For the board', title: 'Ad views over time', kind: 'live' },
  ...{ createdBy: 'jane@example.org', createdAt: '2026-11-20T00:00:00.000Z' },
  expiresAt: '2026-12-20T00:00:00.000Z',
};
const token = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ';
const open = 'POST /api/readSharedCard';

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
  location.hash = '';
  network.restore();
  canvas.restore();
  watch();
});

describe('shared links', () => {
  it('lists who shared what until when, and revokes one after a question', async () => {
    network.restore();
    network = answerCalls({
      'GET /api/v2/share-links': { body: [link] },
      'DELETE /api/v2/share-links/l1': {},
    });
    await show(
      <>
        <ShareLinksPage />
        <DialogHost />
      </>,
    );
    const table = await screen.findByRole('table', { name: 'Shared links' });
    expect(table.textContent).toContain('For the boardAd views over timeLivejane@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Revoke For the board' }));
    const question = await screen.findByRole('alertdialog', { hidden: true });
    await userEvent.click(within(question).getByRole('button', { name: 'Revoke', hidden: true }));
    await waitFor(() => expect(network.calls('DELETE /api/v2/share-links/l1')).toHaveLength(1));
  });

  it('says how to share where nothing is shared', async () => {
    network.restore();
    network = answerCalls({ 'GET /api/v2/share-links': { body: [] } });
    await show(<ShareLinksPage />);
    expect(await screen.findByText('No card is shared.')).toBeDefined();
  });
});

describe('the page of a link', () => {
  const card: SharedCard = {
    ...{ title: 'Ad views over time', kind: 'frozen', viewOption: null },
    ...{ readAt: '2026-11-23T08:30:00.000Z', expiresAt: '2026-12-23T08:30:00.000Z' },
    instances: [
      {
        range: {
          ...{ from: '2026-11-16', to: '2026-11-22', isMoments: false },
          ...{ startMs: firstDay, endMs: firstDay + 7 * 86_400_000 },
        },
        data: lineData({ excelData: { sheets: [] } }),
      },
    ],
  };
  const visit = (answers: Parameters<typeof answerCalls>[0], hash = token) => {
    location.hash = hash;
    network.restore();
    network = answerCalls(answers);
    render(
      <MantineProvider env="test">
        <SharedCardPage />
      </MantineProvider>,
    );
  };

  it('SEC-S106 shows title, period and figures, sends the token in a body, and no header of a session', async () => {
    visit({ [open]: { body: card } });
    const shown = within(await screen.findByRole('article', { name: 'Ad views over time' }));
    expect(shown.getByText('16/11/26 - 22/11/26')).toBeDefined();
    await userEvent.click(shown.getByRole('button', { name: /^Figures as a table/ }));
    expect(shown.getByRole('table').textContent).toContain('1.234.567');
    const [asked] = network.calls(open);
    expect([asked?.url.href.includes(token), asked?.body]).toEqual([false, { token }]);
    expect(document.title).toBe('Ad views over time');
  });

  it('SEC-S106 a link that has ended says so, and another hash opens another card', async () => {
    visit(
      {
        [open]: ({ body }) =>
          Object(body).token === token
            ? { body: card }
            : { status: 404, body: { errorCode: 'SHARED_CARD_NOT_FOUND' } },
      },
      'old',
    );
    expect((await screen.findByRole('alert')).textContent).toContain('This link shows nothing.');
    location.hash = token;
    dispatchEvent(new Event('hashchange'));
    expect(await screen.findByRole('article', { name: 'Ad views over time' })).toBeDefined();
  });

  it('a card without figures and one that failed say so', async () => {
    const [instance] = card.instances;
    const empty = lineData({ series: [{ name: 'Ad views', data: [null] }] });
    visit({ [open]: { body: { ...card, instances: [{ ...instance, data: empty }] } } });
    expect(await screen.findByText(/^No data/)).toBeDefined();
    cleanup();
    const failed = lineData({ code: 'REPORT_TOO_SLOW', message: 'The report took too long.' });
    visit({ [open]: { body: { ...card, instances: [{ ...instance, data: failed }] } } });
    expect((await screen.findByRole('alert')).textContent).toContain('The report took too long.');
  });
});
