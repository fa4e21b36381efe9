import { Tag, useWords } from '@waypost/host-sdk';
import type { BatchRow } from '../row.ts';
import { BATCH_TONES } from './tones.ts';

/** Whether a batch is made. */
export function BatchState({ batch }: { batch: BatchRow }) {
  const words = useWords();
  return <Tag tone={BATCH_TONES.state[batch.state]}>{words(`qr.print_batch.state.${batch.state}`)}</Tag>;
}
