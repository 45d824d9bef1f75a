import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../texts/t.ts';
import type { FirstStep } from './overview.ts';

interface FirstStepsProps {
  readonly steps: readonly FirstStep[];
  /** Missing for Viewers. */
  readonly action: ReactNode;
}

export function FirstSteps({ steps, action }: FirstStepsProps) {
  return (
    <section className="first-steps" aria-labelledby="first-steps-title">
      <h2 id="first-steps-title">{t('Three steps to the first ad')}</h2>
      <ol>
        {steps.map(({ title, text, done }, place) => (
          <li key={title} className="first-step" data-done={done || undefined}>
            <span className="step-mark num">
              {done ? <IconCheck size={14} aria-label={t('Done')} /> : place + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p className="dimmed">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      {action ?? <p className="dimmed">{t('An Editor or Admin of your company can do this.')}</p>}
    </section>
  );
}
