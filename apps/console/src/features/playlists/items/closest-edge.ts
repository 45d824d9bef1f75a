/**
 * Which place an item that is moved is over: the one whose upper or lower edge is nearest to its own.
 * Panels may be open, and then much higher than others: the distance of centres would pass them by.
 */
import type { CollisionDetection } from '@dnd-kit/core';

export const closestEdge: CollisionDetection = ({
  collisionRect,
  droppableRects,
  droppableContainers,
}) =>
  droppableContainers
    .flatMap((droppableContainer) => {
      const rect = droppableRects.get(droppableContainer.id);
      if (rect === undefined) return [];
      const value = Math.min(
        Math.abs(rect.top - collisionRect.top),
        Math.abs(rect.bottom - collisionRect.bottom),
      );
      return [{ id: droppableContainer.id, data: { droppableContainer, value } }];
    })
    .sort((before, after) => before.data.value - after.data.value);
