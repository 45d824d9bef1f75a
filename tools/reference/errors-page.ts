import { errorCatalogue } from '@interlude/contract';
import { page, table } from './page.ts';

export function errorsPage(): string {
  return page(
    'Errors',
    'packages/contract/src/errors/error-catalogue.ts',
    'Every error answer has the body `{ code, name, errorCode, message, details?, requestId? }`: `code` repeats the HTTP status, `errorCode` is stable, `{…}` in a message is filled from `details`. Errors of the start end the process with the message on standard error.',
    table(
      ['errorCode', 'Status', 'name', 'Message'],
      Object.entries(errorCatalogue).map(([code, entry]) => [
        `\`${code}\``,
        String(entry.status),
        entry.name,
        entry.message,
      ]),
    ),
  );
}
