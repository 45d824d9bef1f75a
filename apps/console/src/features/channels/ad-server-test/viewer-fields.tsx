/** The viewer and the break of the test request. */
import { NumberInput, Textarea, TextInput } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useFormContext } from 'react-hook-form';
import { SegmentedChoice } from '../../../components/segmented-choice/segmented-choice.tsx';
import { t } from '../../../texts/t.ts';
import type { ChannelFormValues } from '../channel-form/channel-form-values.ts';
import { breakOfKind, type TestViewer } from './test-viewer.ts';

interface ViewerFieldsProps {
  readonly viewer: TestViewer;
  /** Problems by field of the request, e.g. `viewer.ip`. */
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (viewer: TestViewer) => void;
  /** Runs the test: in a field of the channel's form, Enter would save the channel. */
  readonly onEnter: () => void;
}

const kinds = [
  ['midroll', t('Mid-roll')],
  ['preroll', t('Pre-roll')],
] as const;

export function ViewerFields({ viewer, errors, onChange, onEnter }: ViewerFieldsProps) {
  const { getValues } = useFormContext<ChannelFormValues>();
  const set = (change: Partial<TestViewer>) => onChange({ ...viewer, ...change });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target instanceof HTMLTextAreaElement) return;
    event.preventDefault();
    onEnter();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it take the keys
    <div className="ad-test-viewer" onKeyDown={onKeyDown}>
      <SegmentedChoice
        label={t('Kind of break')}
        choices={kinds}
        value={viewer.kind}
        onChange={(kind) => set(breakOfKind(kind, getValues()))}
      />
      <NumberInput
        hideControls
        label={t('Break length')}
        min={1}
        max={3_600}
        suffix=" s"
        clampBehavior="none"
        value={viewer.breakDuration}
        error={errors['breakDuration']}
        onChange={(breakDuration) => set({ breakDuration })}
      />
      <NumberInput
        hideControls
        label={t('Max. ads per break')}
        min={0}
        max={50}
        clampBehavior="none"
        description={t('0: as many as fit')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        value={viewer.maxAds}
        error={errors['maxAds']}
        onChange={(maxAds) => set({ maxAds })}
      />
      <TextInput
        label={t('IP of the viewer')}
        autoComplete="off"
        placeholder="203.0.113.7"
        value={viewer.ip}
        error={errors['viewer.ip']}
        onChange={(event) => set({ ip: event.currentTarget.value })}
      />
      <TextInput
        className="ad-test-wide"
        label={t('User-Agent of the viewer')}
        autoComplete="off"
        placeholder={t('Mozilla/5.0 (SMART-TV; …)')}
        value={viewer.userAgent}
        error={errors['viewer.userAgent']}
        onChange={(event) => set({ userAgent: event.currentTarget.value })}
      />
      <Textarea
        className="ad-test-wide"
        label={t('Query of the viewer')}
        description={t('What players add to the output URL: ifa=…&gdpr=1, or a line each.')}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        size="xs"
        rows={2}
        resize="vertical"
        autoComplete="off"
        spellCheck={false}
        value={viewer.query}
        error={errors['viewer.query']}
        onChange={(event) => set({ query: event.currentTarget.value })}
      />
    </div>
  );
}
