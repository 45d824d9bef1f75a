/** The list of the sections: links to each, the current one, and marks on those with errors. */
import { TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useShortcut } from '../../../components/shortcuts/use-shortcut.ts';
import { t } from '../../../texts/t.ts';
import { type ChannelSection, sectionOf } from './section-list.tsx';
import { useFormProblems } from './use-form-problems.ts';

interface SectionNavProps {
  readonly sections: readonly ChannelSection[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

export function SectionNav({ sections, search, onSearch }: SectionNavProps) {
  const box = useRef<HTMLInputElement>(null);
  useShortcut({ keys: '/', label: t('Search in settings') }, () => box.current?.focus());
  return (
    <nav className="section-list" aria-label={t('Sections')}>
      <div>
        <TextInput
          ref={box}
          type="search"
          aria-label={t('Search in settings')}
          placeholder={t('Search in settings')}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onSearch('');
            // Enter would save the channel.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
        <SectionLinks sections={sections} search={search} />
      </div>
    </nav>
  );
}

function SectionLinks({ sections, search }: Pick<SectionNavProps, 'sections' | 'search'>) {
  const problems = [...useFormProblems().keys()];
  const current = useCurrentSection(sections);
  const missed = useMissedSections(sections, search);
  const list = useRef<HTMLUListElement>(null);
  // On a phone the list is one row, longer than the screen.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>(`[href="#${current}"]`);
    if (!list.current || !link) return;
    list.current.scrollLeft = link.offsetLeft - (list.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);
  const firstAdvanced = sections.find(({ group }) => group === 'advanced');
  const wrong = ({ id }: ChannelSection) => problems.some((path) => sectionOf(path) === id);
  return (
    <ul ref={list}>
      {sections.map((section) => (
        <li key={section.id} {...(section === firstAdvanced && { 'data-first-of': 'advanced' })}>
          {section === firstAdvanced && <span>{t('Advanced')}</span>}
          <a
            href={`#${section.id}`}
            aria-current={current === section.id ? 'true' : undefined}
            data-missed={missed.has(section.id) || undefined}
            data-wrong={wrong(section) || undefined}
          >
            {section.title}
            {wrong(section) && <span className="sr-only"> {t('has errors')}</span>}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Id of the section at the top of the window, below the fixed bars that cover it. */
function useCurrentSection(sections: readonly ChannelSection[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const seen = new Set<string>();
    const covered = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop);
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { isIntersecting, target } of entries) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        setCurrent(sections.find(({ id }) => seen.has(id))?.id);
      },
      { rootMargin: `-${covered || 0}px 0px -65% 0px` },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [sections]);
  return current;
}

/** Sections without a setting that the search finds. */
function useMissedSections(
  sections: readonly ChannelSection[],
  search: string,
): ReadonlySet<string> {
  const [missed, setMissed] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const found = (id: string) =>
      document.getElementById(id)?.querySelector('.setting:not([hidden])') !== null;
    const without = search.trim() === '' ? [] : sections.filter(({ id }) => !found(id));
    setMissed(new Set(without.map(({ id }) => id)));
  }, [sections, search]);
  return missed;
}
