import { Select } from '@arco-design/web-react';
import { type ColumnChoices, type ImportColumns, missingFields } from '@waypost/contract';
import { useId } from 'react';
import { useWords } from '../words/context.tsx';
import styles from './import-drawer.module.css';

interface ImportColumnsFormProps {
  columns: ImportColumns;
  chosen: ColumnChoices;
  isDisabled: boolean;
  onChange: (chosen: ColumnChoices) => void;
}

/** Asks of each column that nobody knows what it is to be read as; a field is read from one column. */
export function ImportColumnsForm({ columns, chosen, isDisabled, onChange }: ImportColumnsFormProps) {
  const words = useWords();
  const id = useId();
  const { fields, read, unread } = columns;
  const taken = new Set([...read.map(({ field }) => field), ...Object.values(chosen)]);
  const missing = missingFields(columns, chosen);
  return (
    <section className={styles.stack} aria-label={words('import.columns.title')}>
      <p>{words('import.columns.text')}</p>
      {unread.map((head, at) => (
        <div key={head} className={styles.column}>
          <label htmlFor={`${id}-${at}`}>{head}</label>
          <Select
            id={`${id}-${at}`}
            aria-label={head}
            value={chosen[head] ?? ''}
            disabled={isDisabled}
            options={[
              { value: '', label: words('import.columns.leave_out') },
              ...fields
                .filter(({ name }) => name === chosen[head] || !taken.has(name))
                .map(({ name, label }) => ({
                  value: name,
                  label: words('import.columns.take_as', { field: label }),
                })),
            ]}
            onChange={(field: string) => onChange({ ...chosen, [head]: field })}
          />
        </div>
      ))}
      {missing.length === 0 ? null : (
        <p role="status">{words('import.columns.missing', { fields: missing.join(', ') })}</p>
      )}
    </section>
  );
}
