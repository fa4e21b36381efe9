import { IconClose } from '@arco-design/web-react/icon';
import { Button, IconButton } from '../parts/Button.tsx';
import { useWords } from '../words/context.tsx';
import styles from './list.module.css';

interface BatchBarProps {
  count: number;
  actions: readonly { name: string; label: string; isDangerous: boolean; onRun: () => void }[];
  onClear: () => void;
}

/** Appears on selection: how many, and what can be done with them at once. */
export function BatchBar({ count, actions, onClear }: BatchBarProps) {
  const words = useWords();
  return (
    <section className={styles.batch} aria-label={words('list.batch')}>
      <span role="status">{words('list.selected', { count })}</span>
      <span className={styles.batchActions}>
        {actions.map(({ name, label, isDangerous, onRun }) => (
          <Button key={name} size="small" kind={isDangerous ? 'danger' : 'secondary'} onClick={onRun}>
            {label}
          </Button>
        ))}
      </span>
      <IconButton label={words('list.clear_selection')} icon={<IconClose />} onClick={onClear} />
    </section>
  );
}
