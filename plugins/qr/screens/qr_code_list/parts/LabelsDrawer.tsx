import { useTrackOperation } from '@waypost/host-sdk';
import type { CodeRow } from '../../../codes/code-row.ts';
import { LabelDrawer } from '../../../print-labels/parts/LabelDrawer.tsx';
import { exportLabelsCall } from '../../short_qr_code_list/calls.ts';

export interface LabelsDrawerProps {
  codes: readonly CodeRow[];
  onClose: () => void;
}

/** Prints chosen codes as labels; they come in the order in which the server has them, the newest first. */
export function LabelsDrawer({ codes, onClose }: LabelsDrawerProps) {
  const track = useTrackOperation();
  const newestFirst = codes.toSorted((one, other) => (one.create_time < other.create_time ? 1 : -1));
  const [first] = newestFirst;
  if (first === undefined) return null;
  return (
    <LabelDrawer
      call={exportLabelsCall}
      body={{ ids: codes.map(({ id }) => id) }}
      count={codes.length}
      codeAt={(at) => {
        const { name, short_url, qr_url, design = null } = newestFirst[at] ?? first;
        return { name, short_url, qr_url, design, number: at + 1 };
      }}
      onStarted={({ id }) => {
        track(id);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
