import type { ChangeEvent } from '@interlude/contract/api';
import { expect, it } from 'vitest';
import { followChanges } from './change-stream.ts';

function streamOf(pieces: readonly string[], onEnd: () => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const left = [...pieces];
  return new ReadableStream({
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) return controller.enqueue(encoder.encode(piece));
      onEnd();
      controller.close();
    },
  });
}

it('reads changes however the network cuts them, and nothing else', async () => {
  const changes: ChangeEvent[] = [];
  const abort = new AbortController();
  const pieces = [
    ': connected\n\nevent: change\nda',
    'ta: {"kind":"jobs","id":"j-1","action":"updated"}\n\n: still here\n\n',
    'event: change\ndata: {"kind":\n\ndata: "text"\n\n',
    'data: {"kind":"medias","id":"m-1","action":"created"}\n\ndata: {"kind":"cut',
  ];
  await followChanges({
    signal: abort.signal,
    onChange: (change) => changes.push(change),
    open: async () => streamOf(pieces, () => abort.abort()),
  });
  expect(changes).toEqual([
    { kind: 'jobs', id: 'j-1', action: 'updated' },
    { kind: 'medias', id: 'm-1', action: 'created' },
  ]);
});

it('ends where the server refuses, and at an abort while it waits', async () => {
  const changes: ChangeEvent[] = [];
  const onChange = (change: ChangeEvent) => void changes.push(change);
  const open = async () => undefined;
  await followChanges({ open, onChange, signal: new AbortController().signal });
  const abort = new AbortController();
  const lost = async () => {
    queueMicrotask(() => abort.abort());
    throw new TypeError('lost');
  };
  await followChanges({ open: lost, onChange, signal: abort.signal });
  expect(changes).toEqual([]);
});

it('says when a stream is open, and when it has ended', async () => {
  const states: boolean[] = [];
  const abort = new AbortController();
  await followChanges({
    signal: abort.signal,
    onChange: () => undefined,
    onState: (open) => states.push(open),
    open: async () => streamOf([': connected\n\n'], () => abort.abort()),
  });
  expect(states).toEqual([true, false]);
});
