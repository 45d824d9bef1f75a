import type { SourceBreaks } from '@interlude/contract';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form';
import { afterEach, describe, expect, it } from 'vitest';
import { answerCalls } from '../../../../testing/answers.suite.ts';
import { show } from '../../../../testing/show.suite.tsx';
import {
  type ChannelFormValues,
  newChannelValues,
} from '../../channel-form/channel-form-values.ts';
import { rulerMarks, rulerTicks } from './ruler-marks.ts';
import { TryItSection } from './try-it-section.tsx';

let network = answerCalls({});
afterEach(() => {
  cleanup();
  network.restore();
});

const call = 'POST /api/v2/profile/breaks';
const values: ChannelFormValues = {
  ...newChannelValues(),
  sourceManifestUrl: 'https://o.example/m.m3u8',
  fallbackSourceTags: ['EXT-X-CUE-OUT'],
  stitcher: { useScte35: true },
};
const found: SourceBreaks = {
  windowSeconds: 100,
  breaks: [
    {
      id: 'b1',
      dialect: 'EXT-X-CUE-OUT',
      startsAt: 20,
      startTime: '2026-01-02T03:04:05.000Z',
      durationSeconds: 30,
      state: 'over',
    },
    {
      id: 'b2',
      dialect: 'EXT-X-CUE-OUT',
      startsAt: 90,
      startTime: null,
      durationSeconds: null,
      state: 'running',
    },
  ],
  ignored: [{ dialect: 'EXT-X-DATERANGE', startsAt: 60, reason: 'The type 0x10 opens no break.' }],
  warnings: ['The source lists no clock.'],
};

let form: UseFormReturn<ChannelFormValues> | undefined;
function Form() {
  const own = useForm<ChannelFormValues>({ defaultValues: values });
  form = own;
  return (
    <FormProvider {...own}>
      <TryItSection />
    </FormProvider>
  );
}
const find = async () => {
  await show(<Form />, {}, '/app/channels/c1', '/app/channels/$channelId');
  await userEvent.click(screen.getByRole('button', { name: 'Find breaks' }));
};

describe('Try it', () => {
  it('CHE-027 shows the breaks that unsaved settings would find, and what they pass over and why', async () => {
    network = answerCalls({ [call]: { body: found } });
    await find();
    const region = await screen.findByRole('region', { name: 'Breaks in the source' });
    expect(within(region).getByRole('status').textContent).toBe(
      '2 breaks found, 1 marker is ignored.',
    );
    expect(within(region).getByRole('img').getAttribute('aria-label')).toContain('2 breaks');
    const rows = within(region)
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows[1]).toBe('20 s30 soverEXT-X-CUE-OUT2026-01-02 03:04:05 UTCb1');
    expect(rows[2]).toContain('duration not known yet');
    expect(rows.at(-1)).toContain('The type 0x10 opens no break.');
    expect(within(region).getByText('The source lists no clock.')).toBeDefined();
    expect(network.calls(call)[0]?.body).toMatchObject({
      channelId: 'c1',
      type: 'hls-live',
      segmentationConfiguration: { spliceMode: 'both' },
      fallbackSourceTags: ['EXT-X-CUE-OUT'],
      useScte35: true,
      isMultiPeriod: false,
    });
    expect(screen.queryByText(/have changed since/)).toBeNull();
    act(() => form?.setValue('segmentationConfiguration.spliceMode', 'tags'));
    expect(await screen.findByText(/have changed since/)).toBeDefined();
  });

  it('a source that cannot be read says why; one without markers says so', async () => {
    const answers = [
      {
        windowSeconds: 0,
        breaks: [],
        ignored: [],
        warnings: [],
        error: { type: 'SOURCE_TIMEOUT', message: 'It did not answer.' },
      },
      { windowSeconds: 60, breaks: [], ignored: [], warnings: [] },
    ];
    network = answerCalls({ [call]: () => ({ body: answers.shift() }) });
    await find();
    expect((await screen.findByRole('alert')).textContent).toBe('It did not answer.');
    await userEvent.click(screen.getByRole('button', { name: 'Find breaks' }));
    expect(await screen.findByText('The source lists no markers now.')).toBeDefined();
  });
});

describe('the ruler', () => {
  it('holds every mark, also those beyond what was read', () => {
    const far = { ...found, breaks: [{ ...found.breaks[0], startsAt: 90, durationSeconds: 60 }] };
    const marks = rulerMarks(far as SourceBreaks);
    expect(marks.map(({ kind, left }) => [kind, left])).toEqual([
      ['ignored', 40],
      ['break', 60],
    ]);
    expect(marks.every(({ left, width }) => left >= 0 && left + width <= 100.001)).toBe(true);
    const edge = rulerMarks({
      ...found,
      ignored: [],
      breaks: [{ ...found.breaks[1], startsAt: 100 }],
    } as SourceBreaks);
    expect(edge[0]?.left).toBeCloseTo(99.4);
  });

  it('has few and round labels', () => {
    expect(rulerTicks(100)).toEqual([0, 30, 60, 90]);
    expect(rulerTicks(1)).toEqual([0, 1]);
    expect(rulerTicks(200_000).length).toBeLessThan(8);
  });
});
