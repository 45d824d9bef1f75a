/** The choice of the kinds of marks that the charts of the page show. */
import { type AnnotationKind, annotationKinds, operators } from '@interlude/contract';
import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useSession } from '../../../app/session.ts';
import { paths } from '../../../paths.ts';
import { t } from '../../../texts/t.ts';
import { Popup } from '../../../ui/popup.tsx';
import { kindNames } from './mark-kinds.ts';
import './annotations.css';

interface MarkKindsButtonProps {
  readonly kinds: readonly AnnotationKind[];
  readonly onChange: (kinds: readonly AnnotationKind[]) => void;
}

export function MarkKindsButton({ kinds, onChange }: MarkKindsButtonProps) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { role } = useSession().user;
  // Incidents come from the monitoring, which only operators may open.
  const offered = annotationKinds.filter((kind) => kind !== 'incident' || operators.includes(role));
  const shown = offered.filter((kind) => kinds.includes(kind));
  const count =
    shown.length === offered.length
      ? ''
      : t(' {count} of {count2}', { count: shown.length, count2: offered.length });
  const toggle = (kind: AnnotationKind) =>
    onChange(annotationKinds.filter((each) => kinds.includes(each) !== (each === kind)));
  return (
    <>
      <Button
        ref={button}
        variant="default"
        className="num"
        leftSection={<IconFlag size={14} stroke={1.7} />}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        {t('Marks{count}', { count })}
      </Button>
      {opened && (
        <Popup
          label={t('Marks on charts')}
          anchor={button}
          width={240}
          className="mark-kinds"
          onClose={() => setOpened(false)}
        >
          <fieldset>
            <legend className="dimmed">{t('On charts over time')}</legend>
            {offered.map((kind) => (
              <label key={kind}>
                <input
                  type="checkbox"
                  checked={kinds.includes(kind)}
                  onChange={() => toggle(kind)}
                />
                {kindNames[kind]}
              </label>
            ))}
          </fieldset>
          <footer>
            <Link to={paths.annotations}>{t('All notes')}</Link>
            <Button size="compact-sm" variant="default" onClick={() => setOpened(false)}>
              {t('Done')}
            </Button>
          </footer>
        </Popup>
      )}
    </>
  );
}
