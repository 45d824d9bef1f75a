/** Reads a VMAP as a VoD channel does: its ad break of the requested kind replaces the ad server's VAST answer. */
import type { AdServerTestRequest } from '@interlude/contract/api';
import type { Egress, EgressAnswer } from '@interlude/runtime';
import { decodeDocument, parseVmap, type VmapBreak } from '@interlude/vast';

type Fetch = Pick<Egress, 'request'>;

/** The pre-roll, or the first break within the programme. */
function breakOf(
  breaks: readonly VmapBreak[],
  kind: AdServerTestRequest['kind'],
): VmapBreak | undefined {
  const isFirst = ({ offset }: VmapBreak) =>
    offset.kind === 'start' ||
    (offset.kind === 'time' && offset.atMs === 0) ||
    (offset.kind === 'percent' && offset.percent === 0);
  return breaks.find((one) =>
    kind === 'preroll' ? isFirst(one) : !isFirst(one) && one.offset.kind !== 'end',
  );
}

const answered = (answer: EgressAnswer, text: string): EgressAnswer => ({
  ...answer,
  status: 200,
  headers: {},
  body: Buffer.from(text),
});

/** @param fillTag fills the macros of an address that the VMAP names */
export function followVmap(
  egress: Fetch,
  kind: AdServerTestRequest['kind'],
  fillTag: (url: string) => string,
): Fetch {
  let isFirst = true;
  return {
    async request(requested) {
      const answer = await egress.request(requested);
      if (!isFirst) return answer;
      isFirst = false;
      const vmap = parseVmap(decodeDocument(answer.body, answer.headers['content-type']));
      if (vmap.kind === 'invalid') return answer;
      const source = breakOf(vmap.breaks, kind)?.adSource;
      if (source?.kind === 'vast') return answered(answer, source.text);
      if (source?.kind !== 'tag') return answered(answer, '');
      const { method: _method, body: _body, ...onward } = requested;
      return egress.request({ ...onward, url: fillTag(source.url) });
    },
  };
}
