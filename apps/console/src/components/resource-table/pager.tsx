import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { onDemand } from '../../texts/on-demand.ts';
import { readerLocale } from '../../texts/reader-locale.ts';
import { sentence } from '../../texts/sentence.tsx';
import { t } from '../../texts/t.ts';
import { pageSizes } from '../list-view/list-search.ts';
import type { ListView } from '../list-view/use-list-view.ts';

interface PagerProps {
  readonly view: ListView;
  /** All rows that match. */
  readonly total: number;
  readonly hidden: boolean;
}

const whole = onDemand(() => new Intl.NumberFormat(readerLocale()));

export function Pager({ view, total, hidden }: PagerProps) {
  const { page, size } = view.state;
  const pages = Math.max(1, Math.ceil(total / size));
  const first = total === 0 ? 0 : page * size + 1;
  const last = Math.min(total, (page + 1) * size);
  const range = t('{first}–{last} of {total}', {
    ...{ first: whole().format(first), last: whole().format(last), total: whole().format(total) },
  });
  return (
    <nav className="pager num" aria-label={t('Pages')}>
      <span aria-live="polite">{hidden ? '' : range}</span>
      <label>
        <span className="pager-rows">{t('Rows')}</span>
        <select
          value={size}
          onChange={(event) => {
            const chosen = pageSizes.find((each) => String(each) === event.currentTarget.value);
            if (chosen !== undefined) view.resize(chosen);
          }}
        >
          {pageSizes.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <span className="pager-gap" />
      <ActionIcon
        aria-label={t('Previous page')}
        disabled={page === 0}
        onClick={() => view.openPage(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <span>
        {sentence('Page {whole} of {pages}', {
          whole: whole().format(page + 1),
          pages: whole().format(pages),
        })}
      </span>
      <ActionIcon
        aria-label={t('Next page')}
        disabled={page + 1 >= pages}
        onClick={() => view.openPage(page + 1)}
      >
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  );
}
