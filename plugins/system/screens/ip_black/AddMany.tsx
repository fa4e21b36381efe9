import { field } from '@waypost/contract';
import { CallForm, linesControl, notify, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { type LineFault, LineFaults } from '../../addresses/parts/LineFaults.tsx';
import { batchAddCall, MOST_LETTERS } from './calls.ts';

const { lines, reason, expires_at } = batchAddCall.body.shape;
const FIELDS = {
  lines: field(lines),
  reason: field(reason.unwrap(), { default: '' }),
  expires_at: field(expires_at.unwrap(), { default: null }),
};
const CONTROLS = { lines: linesControl(MOST_LETTERS) };

interface AddManyProps {
  onClose: () => void;
  onAdded: () => void;
}

/** Many addresses at once; what could not be taken is told line by line, and nothing else is lost by it. */
export function AddMany({ onClose, onAdded }: AddManyProps) {
  const words = useWords();
  const [faults, setFaults] = useState<readonly LineFault[]>([]);
  if (faults.length > 0) return <LineFaults faults={faults} onClose={onClose} />;
  return (
    <CallForm
      call={batchAddCall}
      name="system.ip_black"
      fields={FIELDS}
      controls={CONTROLS}
      submit="system.ip_black.many.verb"
      drawer={{ title: words('system.ip_black.many') }}
      onCancel={onClose}
      onSent={(answer) => {
        notify.success(words('system.ip_black.many.done', { count: answer.added }));
        onAdded();
        setFaults(answer.faults);
        if (answer.faults.length === 0) onClose();
      }}
    />
  );
}
