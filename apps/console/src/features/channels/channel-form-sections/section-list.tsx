/** The sections of the editor: a list that jumps to them, and the frame of each. */
import type { ReactNode } from 'react';
import type { FieldErrors } from 'react-hook-form';
import type { ChannelFormValues } from '../channel-form-values.ts';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly (keyof ChannelFormValues)[];
}

export const sections = {
  details: { id: 'details', title: 'Channel details', fields: ['name', 'type', 'apiKey'] },
  source: { id: 'source', title: 'Source', fields: ['sourceManifestUrl'] },
  adServer: { id: 'ad-server', title: 'Ad server', fields: ['adSource'] },
} as const satisfies Record<string, Section>;

export function SectionList({ errors }: { errors: FieldErrors<ChannelFormValues> }) {
  const wrong = ({ fields }: Section) => fields.some((field) => errors[field] !== undefined);
  return (
    <nav className="section-list" aria-label="Sections">
      <ul>
        {Object.values(sections).map((section) => (
          <li key={section.id}>
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

interface FormSectionProps {
  readonly section: Section;
  readonly hint?: string;
  readonly children: ReactNode;
}

export function FormSection({ section, hint, children }: FormSectionProps) {
  return (
    <section className="form-section" id={section.id} aria-labelledby={`${section.id}-title`}>
      <h2 id={`${section.id}-title`}>{section.title}</h2>
      {hint !== undefined && <p className="dimmed">{hint}</p>}
      <div className="form-fields">{children}</div>
    </section>
  );
}
