import { MantineProvider } from '@mantine/core';
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { MediaPlayer } from './media-player.tsx';
import { playableKind } from './playable-media.ts';
import { fileProblem, packageProblem } from './playback-error.ts';

// The dialog's code is loaded at its first use.
configure({ asyncUtilTimeout: 10_000 });
afterEach(cleanup);

describe('the player of medias', () => {
  it('MED-008 plays a file in a dialog with Close', async () => {
    let closed = 0;
    const media = { name: 'Autumn', url: 'https://c.example/a.mp4', ext: 'mp4' };
    render(
      <MantineProvider env="test">
        <MediaPlayer
          media={media}
          onClose={() => {
            closed += 1;
          }}
        />
      </MantineProvider>,
    );
    const dialog = await screen.findByRole('dialog', { name: 'Autumn' });
    expect(dialog.querySelector('video')?.getAttribute('src')).toBe(media.url);
    const buttons = screen.getAllByRole('button', { name: 'Close' });
    for (const button of buttons) await userEvent.click(button);
    expect(closed).toBe(buttons.length);
  });

  it('MED-008 says what to do about a file that does not play, and tries again', async () => {
    const media = { name: 'Autumn', url: 'https://c.example/a.mov', ext: 'mov' };
    render(
      <MantineProvider env="test">
        <MediaPlayer media={media} onClose={() => undefined} />
      </MantineProvider>,
    );
    fireEvent.error(await screen.findByLabelText('Video'));
    expect(screen.getByRole('alert').textContent).toContain('This browser cannot play the file.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('tells packages from files by extension, else by address', () => {
    const kind = (url: string, ext = '') => playableKind({ url, ext });
    expect(kind('https://c.example/x/master.m3u8?a=.mp4')).toBe('package');
    expect(kind('https://c.example/x/manifest.mpd')).toBe('package');
    expect(kind('https://c.example/x', 'M3U8')).toBe('package');
    expect(kind('https://c.example/x.MOV#t=3')).toBe('file');
    expect(kind('https://c.example/x.vtt')).toBeUndefined();
    expect(kind('https://c.example/folder/')).toBeUndefined();
  });

  it('words failures by what can be done', () => {
    const failure = (code: number, category: number, data: unknown[] = []) =>
      packageProblem({ code, category, data });
    expect(failure(1001, 1, ['u', 404, '']).advice).toContain('no longer exists');
    expect(failure(1001, 1, ['u', 500, '']).title).toBe('The storage answered 500.');
    expect(failure(3016, 3).title).toContain('This browser cannot play');
    expect(failure(4001, 4).advice).toContain('CORS');
    expect([2, 3, 4].map((code) => fileProblem({ code }).title)).toEqual([
      'The file stopped loading.',
      'The file cannot be decoded.',
      'This browser cannot play the file.',
    ]);
  });
});
