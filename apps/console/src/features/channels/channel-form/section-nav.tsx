/** The list of the sections: it leads to each, and marks those with mistakes. */
import { TextInput } from '@mantine/core';
import { isInField } from './field-errors.ts';
import type { ChannelSection } from './section-list.tsx';
import { useFormProblems } from './use-form-problems.ts';

interface SectionNavProps {
  readonly sections: readonly ChannelSection[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

export function SectionNav({ sections, search, onSearch }: SectionNavProps) {
  const problems = [...useFormProblems().keys()];
  const wrong = ({ fields }: ChannelSection) =>
    problems.some((path) => fields.some((field) => isInField(path, field)));
  return (
    <nav className="section-list" aria-label="Sections">
      <TextInput
        type="search"
        aria-label="Search in settings"
        placeholder="Search in settings"
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <ul>
        {sections.map((section) => (
          <li key={section.id} data-group={section.group}>
            <a href={`#${section.id}`} data-wrong={wrong(section) || undefined}>
              {section.title}
              {wrong(section) && <span className="sr-only"> has errors</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
