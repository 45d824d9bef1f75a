/**
 * The health of a live channel, before its name: a mark by shape and colour, with the reason. It links to the timeline.
 */
import type { ChannelHealth } from '@interlude/contract';
import { Link } from '@tanstack/react-router';
import { paths } from '../../paths.ts';
import './health-dot.css';
import { t } from '../../texts/t.ts';
import { healthSentence } from './monitoring-words.ts';

/** A disc, a triangle, a square or a ring. */
export function HealthMark({ state }: Pick<ChannelHealth, 'state'>) {
  return <span className="health-mark" data-state={state} aria-hidden="true" />;
}

interface HealthDotProps {
  readonly name: string;
  readonly health: ChannelHealth;
}

export function HealthDot({ name, health }: HealthDotProps) {
  const sentence = healthSentence(health);
  return (
    <Link
      data-hint={sentence}
      to={paths.channelMonitoring}
      params={{ channelId: health.channelId }}
      className="health-dot"
      aria-label={t('Monitoring of {name}. {sentence}', { name, sentence })}
    >
      <HealthMark state={health.state} />
    </Link>
  );
}
