import { IconClose, IconMore } from '@arco-design/web-react/icon';
import { Button, IconButton } from '../parts/Button.tsx';
import { MenuButton } from '../parts/MenuButton.tsx';
import { useIsPhone } from '../parts/use-is-phone.ts';
import { useWords } from '../words/context.tsx';
import styles from './list.module.css';
import { splitVerbs } from './split-verbs.ts';
import { MAX_CHOSEN } from './use-selection.ts';

/** All that the list finds, on all its pages. */
export interface OfferedAll {
  count: number;
  isReading: boolean;
  /** Undefined: they are too many. */
  onSelect: (() => void) | undefined;
}

interface BatchBarProps {
  count: number;
  actions: readonly { name: string; label: string; isDangerous: boolean; onRun: () => void }[];
  all: OfferedAll | undefined;
  onClear: () => void;
}

/** Appears on selection: how many, and what can be done with them at once. */
export function BatchBar({ count, actions, all, onClear }: BatchBarProps) {
  const words = useWords();
  const isPhone = useIsPhone();
  const { inSight, rest } = splitVerbs(actions, isPhone);
  return (
    <section className={styles.batch} aria-label={words('list.batch')}>
      <span role="status">{words('list.selected', { count })}</span>
      {all?.onSelect ? (
        <Button size="small" kind="text" isBusy={all.isReading} onClick={all.onSelect}>
          {words('list.select_found', { count: all.count })}
        </Button>
      ) : all ? (
        <span className={styles.batchNote}>{words('list.select_found_most', { most: MAX_CHOSEN })}</span>
      ) : null}
      <span className={styles.batchActions}>
        {inSight.map(({ name, label, isDangerous, onRun }) => (
          <Button key={name} size="small" kind={isDangerous ? 'danger-quiet' : 'secondary'} onClick={onRun}>
            {label}
          </Button>
        ))}
        {rest.length > 0 ? (
          <MenuButton
            label={words('list.more')}
            icon={<IconMore />}
            {...(isPhone ? {} : { text: words('list.more') })}
            items={rest.map(({ onRun, ...item }) => ({ ...item, onSelect: onRun }))}
          />
        ) : null}
      </span>
      <IconButton label={words('list.clear_selection')} icon={<IconClose />} onClick={onClear} />
    </section>
  );
}
