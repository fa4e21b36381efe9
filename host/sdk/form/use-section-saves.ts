import { useCallback, useRef } from 'react';

type Save = (id: string) => Promise<void>;

/** Sections that other plugins put into a form: each saves its own, after the row. */
export function useSectionSaves(): {
  /** Handed to the sections; undone by what it answers. */
  onSave: (save: Save) => () => void;
  /** Saves all sections of the row with this id. Throws what the first one throws, after all have tried. */
  saveSections: (id: string) => Promise<void>;
} {
  const saves = useRef(new Set<Save>());
  const onSave = useCallback((save: Save) => {
    saves.current.add(save);
    return () => void saves.current.delete(save);
  }, []);
  const saveSections = useCallback(async (id: string) => {
    const outcomes = await Promise.allSettled([...saves.current].map((save) => save(id)));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  }, []);
  return { onSave, saveSections };
}
