/** A public page with one narrow form in its middle. */
import type { ReactNode } from 'react';

interface FormPageProps {
  readonly title: string;
  readonly text?: ReactNode;
  readonly children: ReactNode;
}

export function FormPage({ title, text, children }: FormPageProps) {
  return (
    <section className="form-page">
      <h1>{title}</h1>
      {text !== undefined && <p className="form-text">{text}</p>}
      {children}
    </section>
  );
}
