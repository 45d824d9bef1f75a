import { describe, expect, it } from 'vitest';
import { playbackProblem } from './playback-error.ts';

const refused = (status: number, body = '') =>
  playbackProblem({ code: 1001, category: 1, data: ['http://stitcher/', status, body] });

describe('messages of a channel that does not play', () => {
  it('the words of the stitcher come first', () => {
    const body = JSON.stringify({ message: 'The source manifest cannot be read: it is gone' });
    expect(refused(502, body).title).toBe('The source manifest cannot be read: it is gone');
    expect(refused(502, '<html>').title).toBe('The stitcher answered 502.');
  });

  it.each([404, 409, 502, 503, 504])('%d may pass by itself and is tried again', (status) => {
    expect(refused(status).retryAfterMs).toBeGreaterThan(0);
  });

  it('a missing api-key is not tried again', () => {
    expect(refused(403)).toEqual({
      title: 'The stitcher answered 403.',
      advice: 'The channel requires an API key from viewers.',
    });
  });

  it('a token that is not good has the words of the stitcher, and what to check', () => {
    const message = 'The token for this channel has expired.';
    const problem = refused(403, JSON.stringify({ errorCode: 'VIEWER_TOKEN_INVALID', message }));
    expect(problem.title).toBe(message);
    expect(problem.advice).toContain('secret of its authentication');
    expect(refused(403, 'null').title).toBe('The stitcher answered 403.');
  });

  it('media that the browser cannot play are not tried again', () => {
    const problem = playbackProblem({ code: 3016, category: 3, data: [] });
    expect([problem.title, problem.retryAfterMs]).toEqual([
      'This browser cannot play the media (3016).',
      undefined,
    ]);
  });
});
