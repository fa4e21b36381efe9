import { field } from '@waypost/contract';
import { CallForm, linesControl, notify, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { type LineFault, LineFaults } from '../../addresses/parts/LineFaults.tsx';
import { addServersCall, MOST_LETTERS } from './calls.ts';
import { TREATMENTS } from './resource.ts';

const { lines, treatment, remark } = addServersCall.body.shape;
const FIELDS = {
  lines: field(lines),
  treatment: field(treatment.unwrap(), { options: TREATMENTS, control: 'radio', default: 'bot' }),
  remark: field(remark.unwrap(), { default: '' }),
};
const CONTROLS = { lines: linesControl(MOST_LETTERS) };

/** Many servers at once; what could not be taken is told line by line, and nothing else is lost by it. */
export function AddMany({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const words = useWords();
  const [faults, setFaults] = useState<readonly LineFault[]>([]);
  if (faults.length > 0) return <LineFaults faults={faults} onClose={onClose} />;
  return (
    <CallForm
      call={addServersCall}
      name="system.server_ip_black"
      fields={FIELDS}
      controls={CONTROLS}
      submit="system.server_ip_black.many.verb"
      drawer={{ title: words('system.server_ip_black.many') }}
      onCancel={onClose}
      onSent={(answer) => {
        notify.success(words('system.server_ip_black.many.done', { count: answer.added }));
        onAdded();
        setFaults(answer.faults);
        if (answer.faults.length === 0) onClose();
      }}
    />
  );
}
