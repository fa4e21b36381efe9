import { useFormat } from '../format/use-format.ts';
import { Button } from '../parts/Button.tsx';
import { useWords } from '../words/context.tsx';
import styles from './form.module.css';

interface KeptWorkLineProps {
  /** When what came back was typed, milliseconds since 1970; undefined: nothing came back. */
  since: number | undefined;
  onDiscard: () => void;
}

/** Says that what was typed before a reload is in the form again, and takes it out on request. */
export function KeptWorkLine({ since, onDiscard }: KeptWorkLineProps) {
  const words = useWords();
  const format = useFormat();
  if (since === undefined) return null;
  return (
    <p className={styles.kept} role="status">
      <span>{words('form.kept', { time: format.clock(since) })}</span>
      <Button kind="text" size="small" onClick={onDiscard}>
        {words('form.kept.discard')}
      </Button>
    </p>
  );
}
