/** Sorts items by dragging, also with the keyboard, with announcements for screen readers. */
import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { type ReactNode, useMemo } from 'react';
import type { ItemValues } from '../playlist-values.ts';
import { closestEdge } from './closest-edge.ts';

interface SortableProps {
  readonly items: readonly ItemValues[];
  readonly onChange: (next: (items: readonly ItemValues[]) => readonly ItemValues[]) => void;
  readonly children: ReactNode;
}

export function SortableItems({ items, onChange, children }: SortableProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = useMemo(() => items.map(({ key }) => key), [items]);
  const drop = ({ active, over }: DragEndEvent) => {
    if (over === null || active.id === over.id) return;
    onChange((all) => {
      const place = (id: UniqueIdentifier) => all.findIndex(({ key }) => key === id);
      const [from, to] = [place(active.id), place(over.id)];
      return from < 0 || to < 0 ? all : arrayMove([...all], from, to);
    });
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestEdge}
      accessibility={{ announcements: announcements(keys) }}
      onDragEnd={drop}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/** The announcements while an item is moved. */
function announcements(keys: readonly string[]): Announcements {
  const number = (id: UniqueIdentifier) => keys.indexOf(String(id)) + 1;
  const place = (id: UniqueIdentifier | undefined) =>
    id === undefined ? 'outside the list' : `to position ${number(id)} of ${keys.length}`;
  const pickedUp = (id: UniqueIdentifier) =>
    `Item ${number(id)} picked up from position ${number(id)} of ${keys.length}.`;
  return {
    onDragStart: ({ active }) => pickedUp(active.id),
    // The first position is its own and needs no announcement.
    onDragOver: ({ active, over }) =>
      active.id === over?.id
        ? pickedUp(active.id)
        : `Item ${number(active.id)} is moved ${place(over?.id)}.`,
    onDragEnd: ({ active, over }) => `Item ${number(active.id)} is put ${place(over?.id)}.`,
    onDragCancel: ({ active }) => `Item ${number(active.id)} keeps its position.`,
  };
}
