import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { show } from '../../testing/show.suite.tsx';
import { MailDialog } from './mail-dialog.tsx';

afterEach(cleanup);

const mail = {
  ...{ id: 'm1', to: 'ann@acme.example', subject: 'Reset your password' },
  text: 'Set it here: https://console.example/reset-password?token=x',
  html: '<!doctype html><html lang="en"><body><script>parent.hacked=1</script><a href="https://evil.example">a</a></body></html>',
  createdAt: '2026-01-01T00:00:00.000Z',
};

describe('a mail to read', () => {
  it('shows the text with its links first', async () => {
    await show(<MailDialog mail={mail} onClose={() => undefined} />);
    expect((await screen.findByRole('link')).getAttribute('href')).toBe(
      'https://console.example/reset-password?token=x',
    );
    expect(screen.queryByTitle('The mail as HTML')).toBeNull();
  });

  it('SEC-S125 shows its page in a frame without rights: no script, nothing loaded, no window opened', async () => {
    await show(<MailDialog mail={mail} onClose={() => undefined} />);
    await userEvent.setup().click(await screen.findByRole('radio', { name: 'HTML' }));
    const frame = await screen.findByTitle<HTMLIFrameElement>('The mail as HTML');
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('src')).toBeNull();
    const page = frame.getAttribute('srcdoc') ?? '';
    expect(page.startsWith('<!doctype html><meta http-equiv="Content-Security-Policy"')).toBe(true);
    expect(page).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(page.indexOf('<base target="_blank">')).toBeLessThan(page.indexOf('evil.example'));
  });

  it('of a mail without HTML there is the text alone', async () => {
    await show(<MailDialog mail={{ ...mail, html: '' }} onClose={() => undefined} />);
    await screen.findByRole('link');
    expect(screen.queryByRole('radio')).toBeNull();
  });
});
