/** The manifests of the selection side by side, with its keyword marked (MON-005, MON-006). */
import type { MonitoringManifest } from '@interlude/contract';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useMemo } from 'react';
import { errorText, hasStatus } from '../../../api/api-error.ts';
import { inSentence, t } from '../../../texts/t.ts';
import { CopyButton } from '../../copy-id.tsx';
import '../../json-diff/json-diff.css';
import { sentence } from '../../../texts/sentence.tsx';
import { useManifest } from '../monitoring-queries.ts';
import { fineClockText } from '../timeline/describe.ts';
import type { Protocol } from '../timeline/geometry.ts';
import type { Item } from '../timeline/item.ts';
import { keywordFor } from './keyword.ts';
import type { ManifestKeys } from './manifest-keys.ts';

const ManifestArea = lazy(async () => ({
  default: (await import('./manifest-area.tsx')).ManifestArea,
}));

interface ManifestPairProps {
  readonly channelId: string;
  readonly protocol: Protocol;
  readonly item: Item;
  readonly keys: ManifestKeys;
}

type Answer = ReturnType<typeof useManifest>;

/** Reads the manifest of the selected item's lane, and the other one by its key, or else as its counterpart. */
function usePair(channelId: string, keys: ManifestKeys) {
  const { own } = keys;
  const mine = useManifest(channelId, keys[own]);
  const given = own === 'source' ? keys.output : keys.source;
  const other = useManifest(channelId, given || (mine.data?.counterpart ?? ''));
  return own === 'source' ? { source: mine, output: other } : { source: other, output: mine };
}

export function ManifestPair({ channelId, protocol, item, keys }: ManifestPairProps) {
  const { source, output } = usePair(channelId, keys);
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const sourceText = source.data?.manifest;
  const outputText = output.data?.manifest;
  const { words, pattern } = useMemo(
    () =>
      item.kind === 'entry'
        ? keywordFor(item.entry, protocol, [sourceText ?? '', outputText ?? ''])
        : { words: [], pattern: undefined },
    [item, protocol, sourceText, outputText],
  );
  const line = item.kind === 'finding' ? item.finding.line : 0;
  const lineIn = (lane: 'source' | 'output') => (keys.own === lane ? line : 0);
  const sourceLine = lineIn('source');
  const outputLine = lineIn('output');
  const shownSource = useMemo(
    () =>
      sourceText === undefined
        ? undefined
        : { label: t('Source manifest'), text: sourceText, line: sourceLine },
    [sourceText, sourceLine],
  );
  const shownOutput = useMemo(
    () =>
      outputText === undefined
        ? undefined
        : { label: t('Output manifest'), text: outputText, line: outputLine },
    [outputText, outputLine],
  );
  const isLoading = source.isFetching || output.isFetching;
  return (
    <div className="manifest-pair" data-columns={phone ? 1 : 2}>
      <div className="manifest-heads">
        <ManifestHead name={t('Source manifest')} answer={source} />
        <ManifestHead name={t('Output manifest')} answer={output} />
      </div>
      {words.length > 0 && (
        <p className="manifest-words">
          {sentence('Marked: {words}', {
            words: words.map((word) => (
              <mark key={word} className="mono">
                {word}
              </mark>
            )),
          })}
        </p>
      )}
      {isLoading && sourceText === undefined && outputText === undefined ? (
        <div className="manifest-loading" role="status" aria-label={t('Loading the manifests')}>
          <span className="skeleton" />
          <span className="skeleton" />
          <span className="skeleton" />
        </div>
      ) : (
        <Suspense fallback={<div className="manifest-loading" />}>
          {(shownSource || shownOutput) && (
            <ManifestArea
              source={shownSource}
              output={shownOutput}
              pattern={pattern}
              unified={phone}
            />
          )}
        </Suspense>
      )}
    </div>
  );
}

function ManifestHead({ name, answer }: { name: string; answer: Answer }) {
  const { data, error, isFetching } = answer;
  return (
    <div className="manifest-head">
      <h4>{name}</h4>
      {data && <ManifestFacts manifest={data} name={name} />}
      {!data && !isFetching && (
        <p className="dimmed">
          {error === null || hasStatus(error, 404)
            ? t('It is not kept: manifests are kept for 1200 seconds.')
            : errorText(error)}
        </p>
      )}
    </div>
  );
}

function ManifestFacts({ manifest, name }: { manifest: MonitoringManifest; name: string }) {
  return (
    <>
      <span className="dimmed num">
        {sentence('read {loadTime}', { loadTime: fineClockText(manifest.loadTime) })}
      </span>
      <span className="mono manifest-uri" title={manifest.uri}>
        {manifest.uri}
      </span>
      <CopyButton
        value={manifest.uri}
        label={t('Copy the address of the {name}', { name: inSentence(name) })}
      />
    </>
  );
}
