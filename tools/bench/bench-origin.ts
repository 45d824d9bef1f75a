/** The origin and the ad server of a bench: channels that go on in real time, each with the breaks that it is given. */
import { TestEnvironment } from '../../apps/stitcher/src/testing/test-environment.suite.ts';

/** Segments of a second. */
const WINDOW_SEGMENTS = 30;
const BREAK_SEGMENTS = 6;

export class BenchOrigin {
  readonly environment = new TestEnvironment();
  readonly #breaks = new Map<string, TestEnvironment['breaks']>();
  #requested = 0;
  #clock: NodeJS.Timeout | undefined;

  /** Each answer of the ad server has trackers of its own. */
  async start(): Promise<void> {
    const { environment } = this;
    await environment.start();
    environment.windowSegments = WINDOW_SEGMENTS;
    environment.edge = 2 * WINDOW_SEGMENTS;
    environment.ads = [{ id: 'a', seconds: BREAK_SEGMENTS }];
    environment.override('/channel/*', (_, response, url) => {
      const [, , channel = '', file = ''] = url.pathname.split('/');
      environment.breaks = this.#breaks.get(channel) ?? [];
      response.end(environment.text(`/live/${file}`));
    });
    environment.override('/ads', (_, response) => {
      this.#requested += 1;
      response.end(environment.vast().replaceAll('?cb=', `?viewer=${this.#requested}&cb=`));
    });
    this.#clock = setInterval(() => {
      environment.edge += 1;
      environment.requests.length = 0;
    }, 1_000);
  }

  /** The next segment of this channel begins a break. */
  breakOn(channel: number): void {
    this.#breaks.set(String(channel), [
      { at: this.environment.edge + 1, segments: BREAK_SEGMENTS },
    ]);
  }

  async stop(): Promise<void> {
    clearInterval(this.#clock);
    await this.environment.stop();
  }
}
