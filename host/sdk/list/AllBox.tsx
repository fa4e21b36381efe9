import { useWords } from '../words/context.tsx';

interface AllBoxProps {
  keys: readonly string[];
  selected: ReadonlySet<string> | undefined;
  onToggle: (keys: readonly string[], isOn: boolean) => void;
}

/** Chooses all rows of a page, or none of them. */
export function AllBox({ keys, selected, onToggle }: AllBoxProps) {
  const words = useWords();
  const isAll = keys.length > 0 && keys.every((key) => selected?.has(key));
  return (
    <input
      type="checkbox"
      aria-label={words('list.select_all')}
      checked={isAll}
      disabled={keys.length === 0}
      ref={(box) => {
        if (box) box.indeterminate = !isAll && keys.some((key) => selected?.has(key));
      }}
      onChange={(event) => onToggle(keys, event.target.checked)}
    />
  );
}

/** The set with these keys added or taken out. */
export function changedSet(
  set: ReadonlySet<string> | undefined,
  keys: readonly string[],
  isIn: boolean,
): ReadonlySet<string> {
  const next = new Set(set);
  for (const key of keys) isIn ? next.add(key) : next.delete(key);
  return next;
}
