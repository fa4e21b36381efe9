import { useRealtimeState, useWords } from '@waypost/host-sdk';
import styles from './realtime.module.css';

/** Whether figures come by themselves at the moment. */
export function RealtimeDot() {
  const words = useWords();
  const state = useRealtimeState();
  const text = words(`realtime.${state === 'unsupported' ? 'off' : state}`);
  return <span className={styles.dot} data-state={state} role="img" aria-label={text} title={text} />;
}
