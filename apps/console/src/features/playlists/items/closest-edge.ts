/**
 * The drop position of a dragged item: the one whose upper or lower edge is nearest to its own. Open panels are much
 * higher than closed ones, so the distance between centres would skip them.
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
