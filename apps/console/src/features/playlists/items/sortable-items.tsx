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
import { t } from '../../../texts/t.ts';
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
    id === undefined
      ? t('outside the list')
      : t('to position {id} of {count}', { id: number(id), count: keys.length });
  const pickedUp = (id: UniqueIdentifier) =>
    t('Item {id} picked up from position {id2} of {count}.', {
      id: number(id),
      id2: number(id),
      count: keys.length,
    });
  return {
    onDragStart: ({ active }) => pickedUp(active.id),
    // The first position is its own and needs no announcement.
    onDragOver: ({ active, over }) =>
      active.id === over?.id
        ? pickedUp(active.id)
        : t('Item {id} is moved {place}.', { id: number(active.id), place: place(over?.id) }),
    onDragEnd: ({ active, over }) =>
      t('Item {id} is put {place}.', { id: number(active.id), place: place(over?.id) }),
    onDragCancel: ({ active }) => t('Item {id} keeps its position.', { id: number(active.id) }),
  };
}
