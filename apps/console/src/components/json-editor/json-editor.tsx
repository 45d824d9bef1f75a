/**
 * A field for JSON: errors are marked in place and listed below; the last valid text can
 * be had back. The editor itself is loaded when the first of them is shown.
 */
import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useMemo, useRef, useState } from 'react';
import { t } from '../../texts/t.ts';
import type { CodeAreaHandle } from './code-area.tsx';
import type { JsonHints } from './json-suggestions.ts';
import { type JsonProblem, lineAndColumn } from './json-text.ts';
import './json-editor.css';
import { sentence } from '../../texts/sentence.tsx';

const CodeArea = lazy(async () => ({ default: (await import('./code-area.tsx')).CodeArea }));

interface JsonEditorProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Problems of `value`; the field is red while there are any. */
  readonly problems: readonly JsonProblem[];
  /** The newest text that could be read. */
  readonly lastValid: string;
  readonly hints?: JsonHints;
  /** Buttons beside Format. */
  readonly tools?: ReactNode;
}

/** So many are listed; the others are marked in the text. */
const listedProblems = 5;

export function JsonEditor(props: JsonEditorProps) {
  const { label, description, value, onChange, problems, lastValid, hints, tools } = props;
  const id = useId();
  const handle = useRef<CodeAreaHandle>(null);
  const readable = problems.every(({ kind }) => kind !== 'syntax');
  const invalid = problems.length > 0;
  const attributes = useMemo(
    () => ({
      'aria-labelledby': `${id}-label`,
      'aria-describedby': `${id}-description ${id}-problems`,
      'aria-invalid': String(invalid),
      'aria-multiline': 'true',
      tabindex: '0',
    }),
    [id, invalid],
  );
  return (
    <div className="json-editor" data-invalid={invalid || undefined}>
      <div className="json-head">
        <div>
          <span id={`${id}-label`} className="json-label">
            {label}
          </span>
          <span id={`${id}-description`} className="dimmed">
            {description}
          </span>
        </div>
        <div className="json-tools">
          {tools}
          <Button
            variant="default"
            disabled={!readable}
            onClick={() => onChange(formatJson(value))}
          >
            {t('Format')}
          </Button>
        </div>
      </div>
      <Suspense fallback={<CodeSkeleton text={value} />}>
        <CodeArea
          value={value}
          onChange={onChange}
          problems={problems}
          hints={hints}
          attributes={attributes}
          handle={handle}
        />
      </Suspense>
      <div id={`${id}-problems`} className="json-problems">
        <ProblemList
          text={value}
          problems={problems}
          onGoTo={(problem) => handle.current?.goTo(problem)}
        />
        {!readable && value !== lastValid && (
          <Button variant="default" onClick={() => onChange(lastValid)}>
            {t('Reset to the latest valid version')}
          </Button>
        )}
      </div>
    </div>
  );
}

interface ProblemListProps {
  readonly text: string;
  readonly problems: readonly JsonProblem[];
  readonly onGoTo: (problem: JsonProblem) => void;
}

function ProblemList({ text, problems, onGoTo }: ProblemListProps) {
  const more = problems.length - listedProblems;
  if (problems.length === 0) return null;
  return (
    <ul>
      {problems.slice(0, listedProblems).map((problem) => {
        const { line, column } = lineAndColumn(text, problem.from);
        return (
          <li key={`${problem.from} ${problem.message}`}>
            <button type="button" onClick={() => onGoTo(problem)}>
              <span className="num">
                {line}:{column}
              </span>
              <span>{problem.message}</span>
            </button>
          </li>
        );
      })}
      {more > 0 && (
        <li className="dimmed">{sentence('{more} more are marked in the text.', { more })}</li>
      )}
    </ul>
  );
}

/** The text without colours, until the editor is there. */
function CodeSkeleton({ text }: { text: string }) {
  return (
    <div className="json-code json-loading" role="status" aria-label={t('Loading the editor')}>
      <pre aria-hidden="true">{text.slice(0, 4_000)}</pre>
    </div>
  );
}

/** Two blanks a level, as the editor indents. @throws SyntaxError for text that is no JSON */
export function formatJson(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}

/** Keeps the newest text that could be read beside the one that is being edited. */
export function useLastValid(text: string, problems: readonly JsonProblem[]): string {
  const [lastValid, setLastValid] = useState(text);
  const valid = problems.every(({ kind }) => kind === 'schema');
  if (valid && text !== lastValid) setLastValid(text);
  return valid ? text : lastValid;
}
