import { useTrackOperation } from '@waypost/host-sdk';
import { LabelDrawer } from '../../../print-labels/parts/LabelDrawer.tsx';
import { exportBatchLabelsCall } from '../calls.ts';
import type { BatchRow } from '../row.ts';

/** As long as the addresses of codes are that are made by themselves. */
const SAMPLE = `${window.location.origin}/aB3xY9z`;
const SAMPLE_TOKEN = `?s=${'a'.repeat(16)}`;

/** Prints all codes of a batch as labels, by their numbers. Which they are is not known here: the sheet shows samples. */
export function BatchLabels({ batch, onClose }: { batch: BatchRow; onClose: () => void }) {
  const track = useTrackOperation();
  const { id, name, made, size } = batch;
  return (
    <LabelDrawer
      call={exportBatchLabelsCall}
      body={{ id }}
      count={made}
      codeAt={(at) => ({
        name: `${name} ${String(at + 1).padStart(String(size).length, '0')}`,
        short_url: SAMPLE,
        qr_url: `${SAMPLE}${SAMPLE_TOKEN}`,
        design: null,
        number: at + 1,
      })}
      onStarted={(started) => {
        track(started.id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
