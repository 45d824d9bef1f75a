/**
 * Two versions of a value with marked differences: side by side, on a phone in one column. The view is loaded at its
 * first use.
 */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useMemo, useState } from 'react';
import { t } from '../../texts/t.ts';
import { type DiffTexts, diffTexts } from './diff-texts.ts';
import '../json-editor/json-editor.css';
import './json-diff.css';

const DiffArea = lazy(async () => ({ default: (await import('./diff-area.tsx')).DiffArea }));

interface DiffSide {
  /** Name of the version, e.g. `Stored` and `Yours`. */
  readonly label: string;
  readonly value: unknown;
}

interface JsonDiffProps {
  readonly before: DiffSide;
  readonly after: DiffSide;
}

export function JsonDiff({ before, after }: JsonDiffProps) {
  const texts = useSameTexts(
    useMemo(() => diffTexts(before.value, after.value), [before.value, after.value]),
  );
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [whole, setWhole] = useState(false);
  const [folded, setFolded] = useState(false);
  const labels = useMemo(
    () => ({ before: before.label, after: after.label }),
    [before.label, after.label],
  );
  if (texts.before === texts.after) {
    return (
      <p className="dimmed" role="status">
        {t('Both versions are the same.')}
      </p>
    );
  }
  return (
    <div className="json-diff" data-columns={phone ? 1 : 2}>
      <div className="json-diff-head">
        <span data-side="before">{before.label}</span>
        <span data-side="after">{after.label}</span>
      </div>
      <Suspense fallback={<DiffSkeleton texts={texts} />}>
        <DiffArea
          key={String(phone)}
          texts={texts}
          labels={labels}
          unified={phone}
          whole={whole}
          onFolded={setFolded}
        />
      </Suspense>
      {(folded || whole) && (
        <Button variant="default" aria-pressed={whole} onClick={() => setWhole(!whole)}>
          {whole ? t('Show changes only') : t('Show all lines')}
        </Button>
      )}
    </div>
  );
}

/** Equal texts are the same object: a render that changes neither version keeps the view and its scroll position. */
function useSameTexts({ before, after }: DiffTexts): DiffTexts {
  return useMemo(() => ({ before, after }), [before, after]);
}

function DiffSkeleton({ texts }: { texts: DiffTexts }) {
  return (
    <div
      className="json-diff-area json-loading"
      role="status"
      aria-label={t('Loading the comparison')}
    >
      <pre aria-hidden="true">{texts.after.slice(0, 4_000)}</pre>
    </div>
  );
}
