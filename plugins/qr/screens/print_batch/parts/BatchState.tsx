import { Tag, type ThingHandle, useWords } from '@waypost/host-sdk';
import { useEffect } from 'react';
import type { BatchRow } from '../row.ts';
import { BATCH_TONES } from './tones.ts';

/** Milliseconds between looks at how far the making has come. */
const LOOK_EVERY = 2_000;

/** Whether a batch is made; while it is, the page is loaded anew. */
export function BatchState({ batch, page }: { batch: BatchRow; page: ThingHandle }) {
  const words = useWords();
  const isMaking = batch.state === 'making';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the handle is another one at each drawing and does the same
  useEffect(() => {
    if (!isMaking) return;
    const timer = setInterval(() => page.reload(), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [isMaking]);
  return <Tag tone={BATCH_TONES.state[batch.state]}>{words(`qr.print_batch.state.${batch.state}`)}</Tag>;
}
