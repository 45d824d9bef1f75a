import { expect, test } from 'vitest';
import { checkedSide } from './check-reading.ts';
import { spliceLimits } from './splice-media.ts';

const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 1, 2]), Buffer.from([0xff, 0xd9])]);
const picture = { seconds: 2, blackSeconds: 0, frozenSeconds: 0.5, startSeconds: 7 };
const sound = {
  ...{ seconds: 2, silentSeconds: 0, silentAtStart: 0, silentAtEnd: 0 },
  ...{ loudness: -23, startSeconds: 7 },
};

test('what a child of ours answers is taken as it is', () => {
  expect(checkedSide({ picture, sound, thumbnail: jpeg.toString('base64') })).toEqual({
    ...{ picture, sound, thumbnail: jpeg },
  });
  expect(checkedSide({ problem: 'it is text', isBeyondLimits: false })).toEqual({
    ...{ problem: 'it is text', isBeyondLimits: false },
  });
});

test.each([
  ['no side', 7],
  ['more seconds than were asked for', { picture: { ...picture, blackSeconds: 1e9 } }],
  ['a figure that is none', { picture: { ...picture, startSeconds: 'x' } }],
  ['no number', { sound: { ...sound, silentSeconds: Number.NaN } }],
  ['a loudness that cannot be', { sound: { ...sound, loudness: 1e300 } }],
])('SEC-S126 a child that was taken over and answers %s has failed', (_name, answer) => {
  expect(() => checkedSide(answer)).toThrow(RangeError);
});

test.each([
  ['HTML', Buffer.from('<script>alert(1)</script>')],
  ['a JPEG without its end', jpeg.subarray(0, 4)],
  [
    'one that is too large',
    Buffer.concat([
      jpeg.subarray(0, 4),
      Buffer.alloc(spliceLimits.thumbnailBytes),
      jpeg.subarray(4),
    ]),
  ],
])('SEC-S126 a picture that is %s is left out', (_name, bytes) => {
  const side = checkedSide({ picture, thumbnail: bytes.toString('base64') });
  expect(side).toMatchObject({ thumbnail: undefined });
});
