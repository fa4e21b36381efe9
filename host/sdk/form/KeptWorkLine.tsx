import { useFormat } from '../format/use-format.ts';
import { Button } from '../parts/Button.tsx';
import { useWords } from '../words/context.tsx';
import styles from './form.module.css';
import type { KeptWorkInUse } from './use-kept-work.ts';

/**
 * Says that what was typed before a reload is in the form again, and whether somebody else has saved since; takes it out on
 * request.
 */
export function KeptWorkLine({ kept }: { kept: KeptWorkInUse }) {
  const words = useWords();
  const format = useFormat();
  if (kept.since === undefined) return null;
  return (
    <p className={styles.kept} role="status">
      <span>{words('form.kept', { time: format.clock(kept.since) })}</span>
      {kept.isChanged ? <span>{words(kept.compare ? 'form.kept.changed' : 'form.kept.merged')}</span> : null}
      {kept.compare ? (
        <Button kind="text" size="small" onClick={kept.compare}>
          {words('form.kept.compare')}
        </Button>
      ) : null}
      <Button kind="text" size="small" onClick={kept.discard}>
        {words('form.kept.discard')}
      </Button>
    </p>
  );
}
