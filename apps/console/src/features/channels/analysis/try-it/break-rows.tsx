/** The breaks that would be made, and the markers that would be passed over, each with its reason. */
import type { SourceBreaks } from '@interlude/contract';
import { lengthText } from '../analysis-facts.ts';
import { breakLength } from './ruler-marks.ts';

export function BreakRows({ breaks }: Pick<SourceBreaks, 'breaks'>) {
  return (
    <div className="panel-table">
      <table>
        <caption className="sr-only">Breaks</caption>
        <thead>
          <tr>
            <th scope="col">At</th>
            <th scope="col">Length</th>
            <th scope="col">State</th>
            <th scope="col">Marker</th>
            <th scope="col">Clock of the source</th>
            <th scope="col">ID</th>
          </tr>
        </thead>
        <tbody>
          {breaks.map((each, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ids of a source may repeat
            <tr key={place} data-state={each.state}>
              <td className="num">{lengthText(each.startsAt)}</td>
              <td className="num">{breakLength(each)}</td>
              <td>{each.state}</td>
              <td className="mono">{each.dialect}</td>
              <td className="num">{each.startTime && timeText(each.startTime)}</td>
              <td className="mono">{each.id}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function IgnoredRows({ ignored }: Pick<SourceBreaks, 'ignored'>) {
  return (
    <div className="panel-table">
      <table>
        <caption>Passed over</caption>
        <thead>
          <tr>
            <th scope="col">At</th>
            <th scope="col">Marker</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {ignored.map(({ startsAt, dialect, reason }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two markers may be alike in everything
            <tr key={place}>
              <td className="num">{lengthText(startsAt)}</td>
              <td className="mono">{dialect}</td>
              <td>{reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** To the second and in UTC, as manifests write it. */
function timeText(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
