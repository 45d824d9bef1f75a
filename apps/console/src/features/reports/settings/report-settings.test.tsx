import type { ReportSettings } from '@interlude/contract';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { toasts } from '../../../components/toast/toast.ts';
import { answerCalls } from '../../../testing/answers.suite.ts';
import { show } from '../../../testing/show.suite.tsx';
import { ReportSettingsPage } from './report-settings-page.tsx';
import { settingsProblems } from './report-settings-values.ts';

const path = '/api/v2/report-settings';
const stored: ReportSettings = {
  ...{ timeZone: 'Europe/Berlin', viewerIdPolicy: 'daily', campaignFrom: 'extension' },
  ...{ cpm: 12.5, cpmAdSeconds: 30, currency: 'EUR' },
};

let network = answerCalls({});
afterEach(() => {
  cleanup();
  network.restore();
});

async function open(put: Parameters<typeof answerCalls>[0][string]) {
  network.restore();
  network = answerCalls({ [`GET ${path}`]: { body: stored }, [`PUT ${path}`]: put });
  await show(<ReportSettingsPage />);
  await screen.findByLabelText('Report settings');
}
const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(label, { selector: 'input, select' });
const type = (label: string, value: string) =>
  fireEvent.change(field(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const sent = () => network.calls(`PUT ${path}`).map(({ body }) => body);

describe('the report settings of a company', () => {
  it('saves the price, the campaign and the policy as one whole', async () => {
    await open(({ body }) => ({ body }));
    act(() => field('Time zone').focus());
    type('Time zone', 'new york');
    fireEvent.click(await screen.findByText('America/New_York'));
    type('Price of 1,000 ads (CPM)', '18.4');
    type('Currency', 'usd');
    type('Campaign from', 'advertiser');
    type('Viewers are recognised', 'none');
    expect(screen.getByText('Unique viewers are not shown.')).toBeTruthy();
    save();
    await screen.findByText('All changes saved');
    expect(sent()).toEqual([
      {
        ...stored,
        timeZone: 'America/New_York',
        ...{ cpm: 18.4, currency: 'USD', campaignFrom: 'advertiser', viewerIdPolicy: 'none' },
      },
    ]);
  });

  it('sends nothing that the contract refuses, and keeps what was typed when the save fails', async () => {
    await open({ status: 403, body: { message: 'Not for your role.' } });
    type('Currency', 'E');
    type('Length of that ad (seconds)', '');
    save();
    expect(await screen.findByText('Enter a currency of three letters, as EUR.')).toBeTruthy();
    expect(screen.getByText('Enter a length from 1 to 600 seconds.')).toBeTruthy();
    expect(sent()).toEqual([]);
    type('Currency', 'CHF');
    type('Length of that ad (seconds)', '20');
    save();
    await waitFor(() =>
      expect(toasts.get().map(({ message }) => message)).toEqual([
        'Error while saving: Not for your role.',
      ]),
    );
    expect(sent()).toEqual([{ ...stored, currency: 'CHF', cpmAdSeconds: 20 }]);
    expect(field('Currency').value).toBe('CHF');
    expect(screen.getByText('Not saved yet')).toBeTruthy();
  });

  it('says what a price has to be', () => {
    expect(settingsProblems({ ...stored, cpm: -1 })).toEqual({
      cpm: 'Enter a price from 0 to 100,000.',
    });
  });
});
