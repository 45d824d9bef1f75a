import type { CollisionDetection, DroppableContainer } from '@dnd-kit/core';
import { expect, it } from 'vitest';
import { closestEdge } from './closest-edge.ts';

type Scene = Parameters<CollisionDetection>[0];

function rectOf(top: number, height: number) {
  return { top, height, bottom: top + height, left: 0, right: 100, width: 100 };
}

/** Pixels: item 2 is open. */
const places = { one: rectOf(0, 40), two: rectOf(40, 400), three: rectOf(440, 40) };

function placeUnder(top: number, height: number): string {
  const scene: Scene = {
    active: {
      id: 'moved',
      data: { current: undefined },
      rect: { current: { initial: null, translated: null } },
    },
    collisionRect: rectOf(top, height),
    droppableRects: new Map(Object.entries(places)),
    droppableContainers: Object.keys(places).map((id) => ({ id }) as DroppableContainer),
    pointerCoordinates: null,
  };
  return String(closestEdge(scene)[0]?.id);
}

it('PLY-011 a closed item that is moved over an open one takes its place, and is not taken past it', () => {
  expect(placeUnder(0, 40)).toBe('one');
  // as the arrow keys align it: downwards by its lower edge, upwards by its upper one
  expect(placeUnder(400, 40)).toBe('two');
  expect(placeUnder(40, 40)).toBe('two');
  expect(placeUnder(440, 40)).toBe('three');
});

it('PLY-011 an open item is moved by one place at a time', () => {
  expect(placeUnder(40, 400)).toBe('two');
  expect(placeUnder(0, 400)).toBe('one');
  expect(placeUnder(80, 400)).toBe('three');
});
