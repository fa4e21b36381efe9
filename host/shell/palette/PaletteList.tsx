import { useWords } from '@waypost/host-sdk';
import styles from './palette.module.css';

export interface PaletteOption {
  id: string;
  /** Group it stands in: `screen`, `verb`, `code`, `domain` or `person`. */
  kind: string;
  name: string;
  note: string;
  path: string;
  /** Instead of going there. */
  run?: () => void;
}

interface PaletteListProps {
  id: string;
  options: readonly PaletteOption[];
  chosen: number;
  onChoose: (index: number) => void;
  onOpen: (option: PaletteOption) => void;
}

/** What fits, in groups. The focus stays in the field; `chosen` is where the arrow keys are. */
export function PaletteList({ id, options, chosen, onChoose, onOpen }: PaletteListProps) {
  const words = useWords();
  const kinds = [...new Set(options.map(({ kind }) => kind))];
  return (
    <div id={id} className={styles.list} role="listbox" aria-label={words('palette.results')}>
      {kinds.map((kind) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={kind} role="group" aria-label={words(`palette.kind.${kind}`)}>
          {kinds.length > 1 || kind !== 'screen' ? (
            <p className={styles.kind} aria-hidden="true">
              {words(`palette.kind.${kind}`)}
            </p>
          ) : null}
          {options.map((option, index) =>
            option.kind === kind ? (
              <div
                key={option.id}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === chosen}
                className={styles.option}
                onPointerMove={() => onChoose(index)}
                onClick={() => onOpen(option)}
                onKeyDown={undefined}
              >
                <span className={styles.name}>{option.name}</span>
                <span className={styles.group}>{option.note}</span>
              </div>
            ) : null,
          )}
        </div>
      ))}
    </div>
  );
}
