import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { show } from '../../testing/show.suite.tsx';
import { toasts } from '../toast/toast.ts';
import { EvidenceButton } from './evidence-button.tsx';

const realFetch = globalThis.fetch;
const saved: string[] = [];
let urls: string[] = [];

beforeEach(() => {
  saved.length = 0;
  urls = [];
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:zip');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(`${this.download} ${this.href}`);
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  globalThis.fetch = realFetch;
});

function answers(answer: () => Response | Promise<Response>): void {
  globalThis.fetch = async (url) => {
    const { pathname, search } = new URL(String(url), 'http://console.test');
    urls.push(pathname + search);
    return answer();
  };
}

const button = () => screen.getByRole('button');

it('MON-001 one press saves the evidence of a finding under the name that the server gives', async () => {
  const headers = { 'content-disposition': 'attachment; filename="evidence-c1-f1.zip"' };
  answers(() => new Response('PK', { headers }));
  await show(<EvidenceButton channelId="c1" subject={{ finding: 'f 1' }} />);
  fireEvent.click(button());
  await waitFor(() => expect(saved).toEqual(['evidence-c1-f1.zip blob:zip']));
  expect(urls).toEqual(['/api/v2/monitoring/evidence/c1?finding=f%201']);
});

it('a break that is not kept is said, and the button can be pressed again', async () => {
  const body = JSON.stringify({ message: 'Break not found', errorCode: 'BREAK_NOT_FOUND' });
  answers(() => new Response(body, { status: 404 }));
  await show(<EvidenceButton channelId="c1" subject={{ break: 'b1' }} />);
  fireEvent.click(button());
  await waitFor(() =>
    expect(toasts.get().map(({ message }) => message)).toEqual([
      'Cannot download evidence - Break not found',
    ]),
  );
  expect(button().textContent).toBe('Download evidence');
  expect(saved).toEqual([]);
});

it('a second press cancels a download that lasts', async () => {
  answers(() => new Promise<Response>(() => undefined));
  await show(<EvidenceButton channelId="c1" subject={{ break: 'b1' }} />);
  fireEvent.click(button());
  await waitFor(() => expect(button().textContent).toBe('Cancel download'));
  fireEvent.click(button());
  await waitFor(() => expect(button().textContent).toBe('Download evidence'));
  expect(toasts.get()).toEqual([]);
});
