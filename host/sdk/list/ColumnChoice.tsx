import { Trigger } from '@arco-design/web-react';
import { IconSettings } from '@arco-design/web-react/icon';
import { useState } from 'react';
import { IconButton } from '../parts/Button.tsx';
import { useWords } from '../words/context.tsx';
import styles from './list.module.css';

interface ColumnChoiceProps {
  columns: readonly { key: string; title: string }[];
  shown: readonly { key: string }[];
  onChoose: (keys: readonly string[]) => void;
}

/** Which columns show. The first names the row and cannot be left out. */
export function ColumnChoice({ columns, shown, onChoose }: ColumnChoiceProps) {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const keys = new Set(shown.map(({ key }) => key));
  return (
    <Trigger
      trigger="click"
      position="br"
      popupVisible={isOpen}
      onVisibleChange={setOpen}
      popupAlign={{ bottom: 4 }}
      popup={() => (
        <fieldset className={styles.choice}>
          <legend className={styles.choiceTitle}>{words('list.columns')}</legend>
          {columns.map(({ key, title }, index) => (
            <label key={key} className={styles.choiceItem}>
              <input
                type="checkbox"
                checked={keys.has(key)}
                disabled={index === 0}
                onChange={(event) =>
                  onChoose(
                    columns
                      .map((column) => column.key)
                      .filter((known) => (known === key ? event.target.checked : keys.has(known))),
                  )
                }
              />
              {words(title)}
            </label>
          ))}
        </fieldset>
      )}
    >
      <span>
        <IconButton label={words('list.columns')} icon={<IconSettings />} isExpanded={isOpen} />
      </span>
    </Trigger>
  );
}
